"""/metrics: for whoever asks from this machine, or with METRICS_TOKEN."""

from __future__ import annotations

import ipaddress
import os
import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess


def metrics(request: HttpRequest) -> HttpResponse:
    """The figures of all processes; nothing here for anyone else."""
    if not _may_look(request):
        return HttpResponseNotFound()
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped in the library
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_look(request: HttpRequest) -> bool:
    token = settings.ENV.metrics_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and secrets.compare_digest(given.encode(), token.encode()):
        return True
    # Behind a proxy every request comes from this machine: then only the token counts.
    if "X-Forwarded-For" in request.headers or settings.ENV.trusted_proxies:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
