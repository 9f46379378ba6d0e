"""Every address of the site."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.openapi import DocsView

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", DocsView.as_view(), name="docs"),
    path("api/v1/", include("games.urls")),
    path("api/v1/", include("leaderboards.urls")),
    *i18n_patterns(
        path("", include("leaderboards.page_urls")),
        path("", include("games.page_urls")),
        prefix_default_language=False,
    ),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
