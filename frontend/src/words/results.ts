import { gettext, locale } from "../i18n";
import type { Entry, Scalars, Status } from "../protocol";

export function statusText(status: Status): string {
  const texts: Record<Status, string> = {
    playing: gettext("playing"),
    won: gettext("won"),
    "given-up": gettext("given up"),
    closed: gettext("closed"),
  };
  return texts[status];
}

/** The key that ranked a row below the one above it. */
export function decidedText(decided: Entry["decided_by"]): string {
  if (decided === "won") return gettext("the win");
  if (decided === "score") return gettext("score");
  if (decided === "moves") return gettext("moves");
  return decided === "tie" ? gettext("tie") : "–";
}

/** One decimal, as the language writes it; a dash without one. */
export function percentileText(percentile: number | null): string {
  if (percentile === null) return "–";
  return percentile.toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** The ranked score as the server writes it; where it sent no text of its own, the raw number. */
export function rankedText(
  view: Pick<Scalars, "score" | "score_text" | "ranked_score" | "ranked_score_text">,
): string {
  return (
    view.ranked_score_text ?? (view.ranked_score === view.score ? view.score_text : String(view.ranked_score))
  );
}
