"""Which language a request is answered in: pages by their address, the API by Accept-Language."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

# Both ways to write Norwegian, and what stands for either, are served by the one there is.
OTHER_NAMES = {"no": "nb", "nn": "nb"}


def accepted_language(header: str) -> str:
    """The first language of an Accept-Language header that there is here; English where there is none."""
    for tag, _quality in parse_accept_lang_header(header.lower()):
        language = tag.partition("-")[0]
        language = OTHER_NAMES.get(language, language)
        if language in dict(settings.LANGUAGES):
            return language
    return settings.LANGUAGE_CODE


class LanguageMiddleware(LocaleMiddleware):
    """An address without a prefix is English, but for the API's, whose addresses have none in any language."""

    def process_request(  # type: ignore[override]  # Django's returns nothing, but may
        self, request: HttpRequest
    ) -> HttpResponse | None:
        super().process_request(request)
        if request.path_info.startswith("/api/"):
            translation.activate(accepted_language(request.headers.get("Accept-Language", "")))
            request.LANGUAGE_CODE = translation.get_language()
        prefix, slash, rest = request.get_full_path()[1:].partition("/")
        if slash and prefix in OTHER_NAMES:
            return HttpResponsePermanentRedirect(f"/{OTHER_NAMES[prefix]}/{rest}")
        return None
