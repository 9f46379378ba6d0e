"""Scores: how one action's total is added, and how a score is written."""

from .tables import Points, Scoring, Table


def added(score: int, total: int, points: Points) -> int:
    """The score after one action's total, by the table's floor."""
    score += total
    floor = points.floor
    return score if floor is None or score >= floor else floor


def score_text(table: Table, score: int) -> str:
    """A score as written in every language: dollars (`-$104`) on Vegas tables, a plain integer elsewhere."""
    if table.scoring is not Scoring.VEGAS:
        return str(score)
    return f"-${-score}" if score < 0 else f"${score}"
