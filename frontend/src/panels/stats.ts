import { setText } from "../elements";
import type { Scalars } from "../protocol";
import { rankedText } from "../words/results";

export type Counted = Pick<
  Scalars,
  "score" | "score_text" | "ranked_score" | "ranked_score_text" | "moves" | "peeks"
>;

const stat = (name: string): HTMLElement | null => document.querySelector(`[data-stat="${name}"]`);
const box = (name: string): HTMLElement | null => document.querySelector(`[data-box="${name}"]`);

/** Shows the numbers beside the table; the ranked score only where it differs, peeks only when there are any. */
export function showStats(counted: Counted): void {
  setText(stat("score"), counted.score_text);
  setText(stat("moves"), String(counted.moves));
  setText(stat("ranked"), rankedText(counted));
  setText(stat("peeks"), String(counted.peeks));
  box("ranked")?.toggleAttribute("hidden", counted.ranked_score === counted.score);
  box("peeks")?.toggleAttribute("hidden", counted.peeks === 0);
}

/** The time shown; null where the player wants none. */
export function showTime(text: string | null): void {
  box("time")?.toggleAttribute("hidden", text === null);
  if (text !== null) setText(stat("time"), text);
}
