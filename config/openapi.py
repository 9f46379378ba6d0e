"""The OpenAPI document: shapes of the messages, and a page to read it under the CSP."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView

from games.protocol import Actions, NewGame, Problem, View

SHAPES: list[Any] = [View, NewGame, Actions, Problem]


def add_components(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """drf-spectacular's hook: adds the message shapes, and who may ask."""
    _, shapes = msgspec.json.schema_components(SHAPES, ref_template="#/components/schemas/{name}")
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {}).update(shapes)
    parts["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "A personal API token, made on /me."},
        "guest": {
            "type": "apiKey",
            "in": "cookie",
            "name": "guest",
            "description": "The cookie that the first POST of a newcomer sets; send csrftoken as X-CSRFToken with it.",
        },
    }
    for operations in result.get("paths", {}).values():
        for operation in operations.values():
            operation["security"] = [{"token": []}, {"guest": []}, {}]
    return result


@extend_schema(exclude=True)
class DocsView(SpectacularSwaggerSplitView):
    """The API's documentation page, without a line of inline script."""

    url_name = "schema"
    template_name = "api_docs.html"
