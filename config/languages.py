"""Which language a request is answered in: pages by their address, the API by Accept-Language."""

from __future__ import annotations

from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


class LanguageMiddleware(LocaleMiddleware):
    """An address without a prefix is English, but for the API's, whose addresses have none in any language."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if request.path_info.startswith("/api/"):
            translation.activate(translation.get_language_from_request(request))
            request.LANGUAGE_CODE = translation.get_language()
