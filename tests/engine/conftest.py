"""The engine's tests: one Hypothesis profile that fits a busy machine, and dice that fall the same."""

import random

import pytest
from hypothesis import settings

# Loaded here and not in a fixture: @given takes the profile that is current when its module is read.
settings.register_profile("engine", max_examples=40, deadline=None)
settings.load_profile("engine")


@pytest.fixture
def chance() -> random.Random:
    """The same dice in every run."""
    return random.Random(1)
