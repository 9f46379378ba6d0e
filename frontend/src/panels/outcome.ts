import { build, need } from "../elements";
import { gettext, interpolate } from "../i18n";
import type { View } from "../protocol";
import { rankedText } from "../words/results";

export interface OutcomeLinks {
  replay: string;
  /** The day's board, for a game on a daily's deal. */
  board: string | null;
}

function outcomeTitle(view: View, mine: boolean): string {
  if (view.status === "won") {
    return mine ? gettext("Won!") : interpolate(gettext("%(player)s has won"), { player: view.player });
  }
  return view.status === "closed" ? gettext("This game is closed") : gettext("Given up");
}

function outcomeText(view: View): string {
  if (view.status === "won") return gettext("All 104 cards are on the foundations.");
  if (view.status === "closed") return gettext("Its day is over; it counts as it stands.");
  return gettext("The game stands as it is.");
}

/** One row of the outcome: what it is, and its value as the server wrote it. */
const fact = (name: string, value: string): HTMLElement =>
  build("div", {}, build("dt", {}, name), build("dd", { class: "number" }, value));

/** Shows how a game ended, until it is closed; it covers no control. */
export function showOutcome(view: View, mine: boolean, links: OutcomeLinks): void {
  const panel = need("outcome", HTMLElement);
  if (view.status === "playing" || panel.dataset.status === view.status) return;
  const close = build("button", { type: "button", class: "button" }, gettext("Close"));
  close.addEventListener("click", () => {
    panel.hidden = true;
  });
  const facts = [fact(gettext("Score"), view.score_text)];
  if (view.ranked_score !== view.score) facts.push(fact(gettext("Ranked"), rankedText(view)));
  facts.push(fact(gettext("Moves"), String(view.moves)));
  const row = build("div", { class: "row" });
  if (links.board) row.append(build("a", { class: "button primary", href: links.board }, gettext("Board")));
  row.append(build("a", { class: "button", href: links.replay }, gettext("Replay")));
  if (mine) {
    const again = build(
      "button",
      { type: "button", class: "button", "data-open": "new-game" },
      gettext("New game"),
    );
    row.append(again);
  }
  row.append(close);
  panel.dataset.status = view.status;
  panel.replaceChildren(
    build("h2", { id: "outcome-title" }, outcomeTitle(view, mine)),
    build("p", {}, outcomeText(view)),
    build("dl", { class: "facts" }, ...facts),
    row,
  );
  panel.hidden = false;
}
