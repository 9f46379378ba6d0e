"""The OpenAPI document: complete, valid, and every example in it works."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
import time_machine
from django.urls import get_resolver

from tests.conftest import Api

ERRORS = {"400", "401", "403", "404", "409", "413", "422", "503"}


@pytest.fixture
def schema(api: Api) -> Any:
    answer = api.http.get("/api/schema/", {"format": "json"})
    assert answer.status_code == 200
    return answer.json()


def check(schema: Any, part: Any, value: Any) -> None:
    jsonschema.Draft202012Validator({**part, "components": schema["components"]}).validate(value)


def operations(schema: Any) -> list[tuple[str, str, Any]]:
    return [(path, verb, each) for path, verbs in schema["paths"].items() for verb, each in verbs.items()]


def test_every_address_of_the_api_is_described(schema: Any) -> None:
    described = {path.replace("/api/v1/", "") for path in schema["paths"]}
    patterns: list[Any] = get_resolver().url_patterns
    for pattern in patterns:
        if str(pattern.pattern) == "api/v1/":
            for each in pattern.url_patterns:
                text = str(each.pattern).replace("<str:", "{").replace("<anything:", "{").replace(">", "}")
                assert text in described
    for _path, _verb, operation in operations(schema):
        assert operation["summary"]
        assert ERRORS & set(operation["responses"])


def test_every_example_works(api: Api, schema: Any, dailies: time_machine.Traveller) -> None:
    game = api.start(code="DS1-D1N-AAAAAAB")["id"]
    tried = 0
    for path, verb, operation in operations(schema):
        address = path.replace("/api/v1/", "").replace("{id}", game)
        for parameter in operation.get("parameters", []):
            for each in parameter.get("examples", {}).values():
                address = address.replace("{" + parameter["name"] + "}", each["value"])
        assert "{" not in address
        bodies: list[tuple[str, Any]] = [("", None)]
        if verb == "post" and "requestBody" in operation:
            bodies = [
                (kind, example["value"])
                for kind, media in operation["requestBody"]["content"].items()
                for example in media["examples"].values()
            ]
            assert bodies, path
        for kind, body in bodies:
            if verb == "get":
                answer = api.get(address)
            else:
                if kind == "application/json":
                    check(schema, operation["requestBody"]["content"][kind]["schema"], body)
                answer = api.post(address, body, content_type=kind or "application/json")
            assert answer.status_code in {200, 201}, (path, answer.content)
            media = operation["responses"][str(answer.status_code)]["content"]
            if "application/json" in media:
                check(schema, media["application/json"]["schema"], answer.json())
            tried += 1
    assert tried >= 13


def test_the_docs_page_has_no_inline_script(api: Api) -> None:
    answer = api.http.get("/api/docs/")
    assert answer.status_code == 200
    html = answer.content.decode()
    assert "<script>" not in html
    assert "<style>" not in html
    assert "onload=" not in html
    script = api.http.get("/api/docs/", {"script": ""})
    assert "SwaggerUIBundle" in script.content.decode()
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
