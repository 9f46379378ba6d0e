"""Which release this is: it changes when the version or any file of the client does."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage


@cache
def release() -> str:
    """A short name that pages keep and sockets tell, so that an old page notices a new release."""
    files = getattr(staticfiles_storage, "manifest_hash", "")  # the storage of a test keeps none
    return f"{settings.VERSION}-{files}" if files else str(settings.VERSION)
