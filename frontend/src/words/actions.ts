import type { BoardState } from "../board/api";
import { gettext, interpolate, ngettext } from "../i18n";
import { columnNumber, type Move, readMove } from "../notation";
import { capitalised, cardName } from "./cards";

/** What an accepted action did, in one sentence, with the cards spoken or as `write` prints them. */
export function actionSentence(
  action: string,
  before: BoardState,
  after: BoardState,
  write: (face: string) => string = cardName,
): string {
  if (action === "u") return gettext("Undone");
  if (action === "r") return gettext("The waste is turned back into the stock");
  if (action === "s") {
    const drawn = after.waste.slice(before.waste.length).filter((face) => face !== null);
    const cards = drawn.map(write).join(", ");
    return interpolate(gettext("Drawn: %(cards)s"), { cards });
  }
  const move = readMove(action);
  return move ? moveSentence(move, before, write) + turnedUp(move.from, before, after, write) : action;
}

function moveSentence(
  { from, to, count }: Move,
  before: BoardState,
  write: (face: string) => string,
): string {
  const face = /[1-8]/.test(from)
    ? before.foundations[Number(from) - 1]
    : from === "w"
      ? before.waste.at(-1)
      : before.columns[columnNumber(from) - 1]?.cards.at(-count);
  const values = {
    card: face ? capitalised(write(face)) : gettext("A card"),
    number: to === "x" ? "" : columnNumber(to),
    more: count - 1,
  };
  if (to === "x") return interpolate(gettext("%(card)s to the foundations"), values);
  if (count === 1) return interpolate(gettext("%(card)s to column %(number)s"), values);
  return interpolate(
    ngettext(
      "%(card)s and the card on it to column %(number)s",
      "%(card)s and the %(more)s cards on it to column %(number)s",
      count - 1,
    ),
    values,
  );
}

/** The hidden card that the move uncovered, or nothing. */
function turnedUp(
  from: string,
  before: BoardState,
  after: BoardState,
  write: (face: string) => string,
): string {
  const index = columnNumber(from) - 1;
  const face = after.columns[index]?.cards.at(0);
  const fewer = (after.columns[index]?.hidden ?? 0) < (before.columns[index]?.hidden ?? 0);
  return fewer && face ? interpolate(gettext("; %(card)s turned up"), { card: write(face) }) : "";
}
