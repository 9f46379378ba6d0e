"""The tables in the reader's language, as pages and script get them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.engine import TABLES, Scoring, Table


def game_of(table: Table) -> str:
    """The short name of the table's game in addresses: ds or ft."""
    return table.slug.partition("-")[0]


def _game_name(table: Table) -> str:
    return {"ds": _("Double Solitaire"), "ft": _("Forty Thieves")}[game_of(table)]


def _draw_name(table: Table) -> str | None:
    if table.scoring is Scoring.OWN:
        return None
    return _("Easy") if table.draw == 1 else _("Hard")


def table_name(slug: str) -> str:
    """A table's full name, as Double Solitaire · Easy · Vegas."""
    table = TABLES[slug]
    parts = [_game_name(table), _draw_name(table), _("Vegas") if table.scoring is Scoring.VEGAS else None]
    return " · ".join(part for part in parts if part)


def table_info(slug: str) -> dict[str, Any]:
    """A table's data and names."""
    table = TABLES[slug]
    return {
        "slug": slug,
        "columns": table.columns,
        "foundations": list(table.foundation_suits),
        "layout": "above" if table.single_card else "side",
        "draw": table.draw,
        "passes": table.passes,
        "singleCard": table.single_card,
        "name": table_name(slug),
        "game": game_of(table),
        "gameName": _game_name(table),
        "drawName": _draw_name(table),
        "scoring": table.scoring.value,
    }
