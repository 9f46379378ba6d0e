import type { BoardState, BoardText, Column, PileId, TableSpec } from "../board/api";
import { gettext, interpolate, ngettext } from "../i18n";
import { columnNumber } from "../notation";
import { capitalised, cardName, suitName } from "./cards";

/** "two face down"; nine columns hide at most eight cards each. */
function hiddenWords(count: number): string {
  const words = [
    gettext("one face down"),
    gettext("two face down"),
    gettext("three face down"),
    gettext("four face down"),
    gettext("five face down"),
    gettext("six face down"),
    gettext("seven face down"),
    gettext("eight face down"),
  ];
  return (
    words[count - 1] ?? interpolate(ngettext("%(count)s face down", "%(count)s face down", count), { count })
  );
}

function columnLabel(id: PileId, column: Column | undefined): string {
  const number = columnNumber(id);
  const lying = [
    ...(column?.hidden ? [hiddenWords(column.hidden)] : []),
    ...(column?.cards.map(cardName) ?? []),
  ];
  const cards = lying.length ? lying.join(", ") : gettext("empty");
  return interpolate(gettext("Column %(number)s: %(cards)s"), { number, cards });
}

function foundationLabel(slot: number, state: BoardState, table: TableSpec): string {
  const top = state.foundations[slot - 1];
  const values = { slot, suit: suitName(table.foundations[slot - 1] ?? ""), card: top ? cardName(top) : "" };
  return interpolate(
    top
      ? gettext("Foundation %(slot)s, %(suit)s, %(card)s on top")
      : gettext("Foundation %(slot)s, %(suit)s, empty"),
    values,
  );
}

function stockLabel(state: BoardState, table: TableSpec): string {
  const count = state.stock;
  if (count)
    return interpolate(ngettext("Stock, %(count)s card", "Stock, %(count)s cards", count), { count });
  if (table.passes === null && state.waste.length)
    return gettext("Stock, empty: the waste can be turned back");
  return gettext("Stock, empty");
}

/** The waste's top card, and in a draw of several also the fanned ones under it. */
function wasteLabel(state: BoardState, table: TableSpec): string {
  const count = state.waste.length;
  if (!count) return gettext("Waste, empty");
  const pile = interpolate(ngettext("Waste, %(count)s card", "Waste, %(count)s cards", count), { count });
  const fan = state.waste.slice(-table.draw).filter((face) => face !== null);
  const top = state.waste.at(-1);
  if (!top) return pile;
  const under = fan.slice(0, -1).map(cardName);
  const cards = [...under, interpolate(gettext("%(card)s on top"), { card: cardName(top) })].join(", ");
  return interpolate(gettext("%(pile)s: %(cards)s"), { pile, cards });
}

export function pileLabel(id: PileId, state: BoardState, table: TableSpec): string {
  if (id === "s") return stockLabel(state, table);
  if (id === "w") return wasteLabel(state, table);
  if (/^[1-8]$/.test(id)) return foundationLabel(Number(id), state, table);
  return columnLabel(id, state.columns[columnNumber(id) - 1]);
}

/** Every sentence the board says, in the page's language; `name` is the table's. */
export function boardText(name: string): BoardText {
  return {
    table: () => interpolate(gettext("%(table)s, table"), { table: name }),
    pile: pileLabel,
    card: cardName,
    picked: (face, count) => {
      const values = { card: capitalised(cardName(face)), count: count - 1 };
      if (count === 1) return interpolate(gettext("%(card)s picked up"), values);
      return interpolate(
        ngettext(
          "%(card)s and the card on it picked up",
          "%(card)s and the %(count)s cards on it picked up",
          count - 1,
        ),
        values,
      );
    },
    putBack: (face) => interpolate(gettext("%(card)s put back"), { card: capitalised(cardName(face)) }),
  };
}

/** The whole position, a line a pile: stock, waste, foundations, columns. */
export function positionLines(state: BoardState, table: TableSpec): string[] {
  const slots = table.foundations.map((_, index) => String(index + 1));
  const columns = Array.from({ length: table.columns }, (_, index) => String.fromCharCode(97 + index));
  return ["s", "w", ...slots, ...columns].map((id) => pileLabel(id, state, table));
}
