"""Path parts of our own."""

from django.urls import register_converter


class Anything:
    """The rest of the path whatever it holds, line ends too, or nothing: a deal code may stand in pasted text."""

    regex = r"[\s\S]*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Anything, "anything")
