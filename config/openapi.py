"""The OpenAPI document: shapes of the messages, and a page to read it under the CSP."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView

from games.protocol import Actions, NewGame, Problem, View
from leaderboards.queries import EntryView

SHAPES: list[Any] = [View, NewGame, Actions, Problem, EntryView]


def add_components(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """drf-spectacular's hook: adds the message shapes."""
    _, shapes = msgspec.json.schema_components(SHAPES, ref_template="#/components/schemas/{name}")
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {}).update(shapes)
    return result


class PlayerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # untyped in drf-spectacular
    """Tells drf-spectacular how requests prove whose they are."""

    target_class = "players.authentication.PlayerAuthentication"
    name = ["token", "guest"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, Any]]:
        return [
            {"type": "http", "scheme": "bearer", "description": "A personal API token, made on /me."},
            {
                "type": "apiKey",
                "in": "cookie",
                "name": "guest",
                "description": "The cookie that a newcomer's first POST sets; send csrftoken as X-CSRFToken with it.",
            },
        ]


@extend_schema(exclude=True)
class DocsView(SpectacularSwaggerSplitView):
    """The API's documentation page, without a line of inline script."""

    url_name = "schema"
    template_name = "api_docs.html"
