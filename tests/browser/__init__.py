"""Real Chromium with real pointer events."""
