import type { BoardState, Column, PileId, TableSpec } from "./types";

const RANKS = "A23456789TJQK";

export const rankOf = (face: string): number => RANKS.indexOf(face.charAt(0));
export const suitOf = (face: string): string => face.charAt(1);

/** A foundation holds every rank below its top too: how many cards lie in the slot. */
export const heightOf = (top: string | null): number => (top === null ? 0 : rankOf(top) + 1);

/** The card that lies under the top of a foundation slot. */
export function underTop(top: string | null): string | null {
  const rank = top === null ? 0 : rankOf(top);
  return top === null || rank === 0 ? null : RANKS.charAt(rank - 1) + suitOf(top);
}

export const columnIndex = (id: PileId): number => (/^[a-j]$/.test(id) ? id.charCodeAt(0) - 97 : -1);
export const columnId = (index: number): PileId => String.fromCharCode(97 + index);
export const slotIndex = (id: PileId): number => (/^[1-8]$/.test(id) ? Number(id) - 1 : -1);

/** Every pile of a table: stock, waste, columns, foundation slots. */
export function pileIds(table: TableSpec): PileId[] {
  const columns = Array.from({ length: table.columns }, (_, index) => columnId(index));
  return ["s", "w", ...columns, ...table.foundations.map((_, index) => String(index + 1))];
}

/** The longest column a table can come to: what its narrowest fan has to hold. */
export const worstColumn = (table: TableSpec): { hidden: number; up: number } =>
  table.layout === "side" ? { hidden: table.columns - 1, up: 13 } : { hidden: 0, up: 16 };

/** "ab3" as from a, to b, 3 cards; null for draws, redeals, undo and what is no action. */
export function readMove(token: string): { from: PileId; to: PileId; count: number } | null {
  const found = /^([a-jw1-8])([a-jx])(\d+)?$/.exec(token);
  if (!found) return null;
  const [, from = "", to = "", count] = found;
  return { from, to, count: count === undefined ? 1 : Number(count) };
}

export const writeMove = (from: PileId, to: PileId, count: number): string =>
  `${from}${to}${count > 1 ? count : ""}`;

/** The first slot of the card's suit that takes it, or -1. */
export function slotFor(state: BoardState, table: TableSpec, face: string): number {
  return table.foundations.findIndex(
    (suit, slot) => suit === suitOf(face) && heightOf(state.foundations[slot] ?? null) === rankOf(face),
  );
}

const copy = (state: BoardState): BoardState => ({
  stock: state.stock,
  waste: [...state.waste],
  columns: state.columns.map((column) => ({ hidden: column.hidden, cards: [...column.cards] })),
  foundations: [...state.foundations],
  legal: [],
});

/** The known faces that leave a pile, without them in `state`; null when they are not all there. */
function take(state: BoardState, from: PileId, count: number): string[] | null {
  const column: Column | undefined = state.columns[columnIndex(from)];
  if (column) return column.cards.length < count ? null : column.cards.splice(-count);
  if (from === "w") {
    const top = state.waste.at(-1);
    if (!top) return null;
    state.waste.pop();
    return [top];
  }
  const slot = slotIndex(from);
  const top = state.foundations[slot];
  if (!top) return null;
  state.foundations[slot] = underTop(top);
  return [top];
}

/**
 * The picture after an action, before the server's answer: drawn cards are null, an uncovered hidden card
 * stays hidden, `legal` is empty. What cannot be done is left undone: no rule is known here.
 */
export function applyAction(state: BoardState, table: TableSpec, token: string): BoardState {
  const next = copy(state);
  if (token === "s") {
    const drawn = Math.min(table.draw, next.stock);
    next.stock -= drawn;
    for (let index = 0; index < drawn; index++) next.waste.push(null);
    return next;
  }
  if (token === "r") {
    if (next.stock === 0) {
      next.stock = next.waste.length;
      next.waste = [];
    }
    return next;
  }
  const move = readMove(token);
  const cards = move && take(next, move.from, move.count);
  const first = cards?.[0];
  if (!move || !cards || first === undefined) return copy(state);
  if (move.to === "x") {
    const slot = slotFor(state, table, first);
    if (slot < 0 || cards.length > 1) return copy(state);
    next.foundations[slot] = first;
    return next;
  }
  const target = next.columns[columnIndex(move.to)];
  if (!target) return copy(state);
  target.cards.push(...cards);
  return next;
}

/** The piles an action changes; foundations count as one pile per suit: "S", "H", "D", "C". */
export function pilesTouched(state: BoardState, table: TableSpec, token: string): string[] {
  if (token === "s" || token === "r") return ["s", "w"];
  const move = readMove(token);
  if (!move) return [];
  const slot = slotIndex(move.from);
  const from = slot < 0 ? move.from : (table.foundations[slot] ?? "");
  if (move.to !== "x") return [from, move.to];
  const face = move.from === "w" ? state.waste.at(-1) : state.columns[columnIndex(move.from)]?.cards.at(-1);
  return face ? [from, suitOf(face)] : [from];
}
