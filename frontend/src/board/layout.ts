import { type Frame, frameFor } from "./frame";
import { around, type Rect, type Size } from "./measures";
import { heightOf, pileIds } from "./state";
import type { BoardSettings, BoardState, Column, PileId, TableSpec } from "./types";

/** A card that is drawn: which one of its pile (from the bottom, 0), what is seen of it, and where. */
export interface Spot {
  pile: PileId;
  index: number;
  /** null: its back. */
  face: string | null;
  rect: Rect;
  /** How much of it nothing of its own pile covers, as a height. */
  seen: number;
}

export interface Pile {
  id: PileId;
  base: Rect;
  /** Base or cards: what the eye takes for the pile. */
  rect: Rect;
  spots: Spot[];
}

export interface Layout {
  frame: Frame;
  piles: Map<PileId, Pile>;
}

/** Steps of a column's fan: comfortable while there is room, tighter for this column alone when there is not. */
function fan(frame: Frame, column: Column): { hidden: number; face: number } {
  const faces = Math.max(0, column.cards.length - 1);
  const hidden = column.cards.length > 0 ? column.hidden : Math.max(0, column.hidden - 1);
  const free = frame.room - frame.card.h;
  const need = (at: "min" | "max"): number => hidden * frame.hiddenStep[at] + faces * frame.faceStep[at];
  if (need("max") <= free) return { hidden: frame.hiddenStep.max, face: frame.faceStep.max };
  if (need("min") > free) {
    const share = Math.max(0, free) / need("min");
    return { hidden: frame.hiddenStep.min * share, face: frame.faceStep.min * share };
  }
  const share = (free - need("min")) / (need("max") - need("min"));
  const between = (step: { min: number; max: number }): number => step.min + share * (step.max - step.min);
  return { hidden: between(frame.hiddenStep), face: between(frame.faceStep) };
}

function columnSpots(frame: Frame, id: PileId, base: Rect, column: Column): Spot[] {
  const { dpr } = frame.size;
  const steps = fan(frame, column);
  const faces: (string | null)[] = [...Array<null>(column.hidden).fill(null), ...column.cards];
  const tops = faces.map((_, index) => {
    const way =
      Math.min(index, column.hidden) * steps.hidden + Math.max(0, index - column.hidden) * steps.face;
    return Math.round((base.y + way) * dpr) / dpr;
  });
  return faces.map((face, index) => {
    const y = tops[index] ?? base.y;
    const next = tops[index + 1];
    return { pile: id, index, face, rect: { ...base, y }, seen: next === undefined ? base.h : next - y };
  });
}

function wasteSpots(frame: Frame, base: Rect, waste: (string | null)[], draw: number): Spot[] {
  const { dpr } = frame.size;
  const first = Math.max(0, waste.length - draw);
  const { x, y } = frame.wasteStep;
  return waste.slice(first).map((face, at, shown) => ({
    pile: "w",
    index: first + at,
    face,
    rect: {
      ...base,
      x: Math.round((base.x + at * x) * dpr) / dpr,
      y: Math.round((base.y + at * y) * dpr) / dpr,
    },
    seen: at === shown.length - 1 ? base.h : Math.max(y, (base.h * x) / base.w),
  }));
}

function spotsOf(frame: Frame, table: TableSpec, state: BoardState, id: PileId, base: Rect): Spot[] {
  if (id === "s")
    return state.stock > 0
      ? [{ pile: "s", index: state.stock - 1, face: null, rect: base, seen: base.h }]
      : [];
  if (id === "w") return wasteSpots(frame, base, state.waste, table.draw);
  const column = state.columns[id.charCodeAt(0) - 97];
  if (column) return columnSpots(frame, id, base, column);
  const top = state.foundations[Number(id) - 1] ?? null;
  return top ? [{ pile: id, index: heightOf(top) - 1, face: top, rect: base, seen: base.h }] : [];
}

/** Where every card of a state lies within a frame. */
export function layOut(frame: Frame, table: TableSpec, state: BoardState): Layout {
  const piles = new Map<PileId, Pile>();
  for (const id of pileIds(table)) {
    const base = frame.bases.get(id);
    if (!base) continue;
    const spots = spotsOf(frame, table, state, id, base);
    const rect = spots.length > 0 ? around(spots.map((spot) => spot.rect)) : base;
    piles.set(id, { id, base, rect, spots });
  }
  return { frame, piles };
}

/** The whole geometry at once: a host's size, a table, a state and the settings give every rectangle. */
export const layout = (
  table: TableSpec,
  state: BoardState,
  settings: Pick<BoardSettings, "largeIndex" | "leftHanded">,
  size: Size,
): Layout => layOut(frameFor(table, settings, size), table, state);

export const within = (rect: Rect, x: number, y: number): boolean =>
  x >= rect.x && x < rect.x + rect.w && y >= rect.y && y < rect.y + rect.h;

/** What lies under a point: a pile and its uppermost card there, or the empty pile. */
export function hit(where: Layout, x: number, y: number): { pile: Pile; spot: Spot | null } | null {
  for (const pile of where.piles.values()) {
    const spot = pile.spots.findLast(({ rect }) => within(rect, x, y));
    if (spot) return { pile, spot };
    if (pile.spots.length === 0 && within(pile.base, x, y)) return { pile, spot: null };
  }
  return null;
}

/** The pile a card dropped here is meant for: a column with the felt around and just below it, or "x". */
export function dropZone(where: Layout, x: number, y: number): PileId | "x" | null {
  const { frame } = where;
  if (within(frame.foundationArea, x, y)) return "x";
  const second = where.piles.get("b")?.base.x ?? 0;
  const first = where.piles.get("a")?.base.x ?? 0;
  const side = (second - first - frame.card.w) / 2;
  for (const pile of where.piles.values()) {
    if (!/^[a-j]$/.test(pile.id)) continue;
    const { rect } = pile;
    const zone = {
      x: rect.x - side,
      y: rect.y - side,
      w: rect.w + 2 * side,
      h: rect.h + side + frame.card.h / 2,
    };
    if (within(zone, x, y)) return pile.id;
  }
  return null;
}
