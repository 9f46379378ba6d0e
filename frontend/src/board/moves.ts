import { columnId, columnIndex, slotIndex, writeMove } from "./state";
import type { BoardSettings, BoardState, PileId, TableSpec } from "./types";

/** Cards in a hand: the one at `index` of a pile and all that lie on it. */
export interface Grip {
  pile: PileId;
  index: number;
  count: number;
}

// What a pile takes is read from `legal` alone: the rules are the server's.

const takes = (state: BoardState, from: PileId, to: PileId | "x", count: number): boolean =>
  state.legal.includes(writeMove(from, to, count));

/** Every pile that takes these cards; "x" is the foundation area. */
export function takers(state: BoardState, grip: Grip): Set<PileId | "x"> {
  const piles: (PileId | "x")[] = ["x", ...state.columns.map((_, index) => columnId(index))];
  return new Set(piles.filter((to) => takes(state, grip.pile, to, grip.count)));
}

/** The longest column that takes the cards, the leftmost of equals; with `empty`, else the leftmost empty one. */
export function bestColumn(state: BoardState, from: PileId, count: number, empty: boolean): PileId | null {
  const able = state.columns
    .map((column, index) => ({ id: columnId(index), length: column.hidden + column.cards.length }))
    .filter(({ id }) => takes(state, from, id, count));
  const longest = Math.max(0, ...able.map(({ length }) => length));
  const found = able.find(({ length }) => length === longest && (length > 0 || empty));
  return found?.id ?? null;
}

/** What one tap on the top card of a pile plays. */
export function tapToken(state: BoardState, table: TableSpec, pile: PileId): string | null {
  if (takes(state, pile, "x", 1)) return writeMove(pile, "x", 1);
  if (pile !== "w" || !table.singleCard) return null;
  const column = bestColumn(state, "w", 1, false);
  return column && writeMove("w", column, 1);
}

/** What a second tap plays when the first moved nothing. */
export function doubleTapToken(state: BoardState, grip: Grip): string | null {
  const column = slotIndex(grip.pile) < 0 ? bestColumn(state, grip.pile, grip.count, true) : null;
  return column && writeMove(grip.pile, column, grip.count);
}

/** What a drop on a zone asks for, legal or not; null: the cards just go home. */
export function dropToken(
  state: BoardState,
  table: TableSpec,
  settings: BoardSettings,
  grip: Grip,
  zone: PileId | "x" | null,
): string | null {
  if (zone === grip.pile) return null;
  if (zone === "x") return grip.count === 1 && slotIndex(grip.pile) < 0 ? writeMove(grip.pile, "x", 1) : null;
  if (zone !== null && columnIndex(zone) >= 0) return writeMove(grip.pile, zone, grip.count);
  return table.singleCard && settings.autoPlace ? doubleTapToken(state, grip) : null;
}

/** Drawing, or turning the waste back when the stock is empty. */
export const stockToken = (state: BoardState): string => (state.stock > 0 ? "s" : "r");
