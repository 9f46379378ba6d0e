"""What the OpenAPI document says beyond what the code shows: shapes by reference, errors, examples."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

EXAMPLE_CODE = "DS1-D1N-AAAAAAB"

GAME_ID = OpenApiParameter(
    "id",
    {"type": "string", "format": "uuid"},
    OpenApiParameter.PATH,
    description="A game's id, as in its view.",
)


def ref(name: str) -> dict[str, str]:
    """A component that config.openapi adds from its message shape."""
    return {"$ref": f"#/components/schemas/{name}"}


def shape(*required: str, **properties: Any) -> dict[str, Any]:
    """An object's schema; all properties are required unless some are named."""
    return {"type": "object", "properties": properties, "required": list(required or properties)}


def answer(schema: Any, description: str) -> OpenApiResponse:
    return OpenApiResponse(response=schema, description=description)


ERRORS = {
    "400": answer(ref("Problem"), "The request cannot be read."),
    "401": answer(ref("Problem"), "The API token is not valid."),
    "403": answer(ref("Problem"), "Concealed, not yours, not eligible, or the CSRF token is missing."),
    "404": answer(ref("Problem"), "Unknown, not open yet, or private."),
    "409": answer(
        shape("code", "detail", code={"type": "string"}, detail={"type": "string"}, view=ref("View")),
        "Out of step (with the view), not final, or a stored game that this server cannot read.",
    ),
    "413": answer(ref("Problem"), "Too large."),
    "422": answer(
        shape(
            "code",
            "detail",
            code={"type": "string"},
            detail={"type": "string"},
            index={"type": "integer"},
            accepted={"type": "integer"},
            view=ref("View"),
        ),
        "Refused by the rules: `code` says why, `index` which.",
    ),
    "503": answer(ref("Problem"), "Busy; `Retry-After` says when to try again."),
}


def errors(*codes: int) -> dict[Any, OpenApiResponse]:
    """The error answers of an operation."""
    return {str(code): ERRORS[str(code)] for code in codes}


def example(name: str, value: Any, **how: Any) -> OpenApiExample:
    return OpenApiExample(name, value=value, **how)
