import type { Layout } from "./layout";
import type { Rect } from "./measures";
import { columnIndex, pileIds, suitOf } from "./state";
import type { BoardSettings, BoardState, PileId, TableSpec } from "./types";

/** A card is its place: two equal faces lie in every game, so a face names no card. */
export const placeKey = (pile: PileId, index: number): string => `${pile}:${index}`;

/** A card on its way to the place it now has. */
export interface Motion {
  face: string | null;
  from: Rect;
  to: Rect;
  /** The face seen before it turns; undefined when it does not turn. */
  turnedFrom?: string | null;
  /** It changed piles, so it passes over everything that lies still. */
  travels: boolean;
  start: number;
  duration: number;
}

const RANKS = "A23456789TJQK";

/** Every card of a pile from the bottom; null where it is not known. */
function sequence(state: BoardState, id: PileId): (string | null)[] {
  if (id === "s") return Array<null>(state.stock).fill(null);
  if (id === "w") return state.waste;
  const column = state.columns[columnIndex(id)];
  if (column) return [...Array<null>(column.hidden).fill(null), ...column.cards];
  const top = state.foundations[Number(id) - 1] ?? null;
  return top ? [...RANKS.slice(0, RANKS.indexOf(top.charAt(0)) + 1)].map((rank) => rank + suitOf(top)) : [];
}

const agree = (a: string | null, b: string | null): boolean => a === b || a === null || b === null;

export interface Came {
  pile: PileId;
  index: number;
  face: string | null;
  /** Where it lay; null when that cannot be told. */
  from: { pile: PileId; index: number; face: string | null } | null;
}

export interface Difference {
  came: Came[];
  /** Cards that kept their place but show another side now. */
  turned: { pile: PileId; index: number; before: string | null; after: string | null }[];
}

/** What changed between two states, card by card: what left the end of one pile and came to another's. */
export function difference(before: BoardState, after: BoardState, table: TableSpec): Difference {
  const left: { pile: PileId; index: number; face: string | null }[] = [];
  const came: Came[] = [];
  const turned: Difference["turned"] = [];
  for (const pile of pileIds(table)) {
    const [was, is] = [sequence(before, pile), sequence(after, pile)];
    let kept = 0;
    while (kept < was.length && kept < is.length && agree(was[kept] ?? null, is[kept] ?? null)) kept++;
    for (let index = 0; index < kept; index++)
      if (was[index] !== is[index])
        turned.push({ pile, index, before: was[index] ?? null, after: is[index] ?? null });
    for (let index = kept; index < was.length; index++) left.push({ pile, index, face: was[index] ?? null });
    for (let index = kept; index < is.length; index++)
      came.push({ pile, index, face: is[index] ?? null, from: null });
  }
  match(came, left);
  return { came, turned };
}

/** Pairs what came with what left: same face first, runs kept together; unknown cards only between stock and waste. */
function match(came: Came[], left: { pile: PileId; index: number; face: string | null }[]): void {
  const free = new Set(left);
  const stockAndWaste = (a: PileId, b: PileId): boolean =>
    (a === "s" && b === "w") || (a === "w" && b === "s");
  let last: Came["from"] = null;
  for (const card of came) {
    const fits = [...free].filter((other) =>
      card.face !== null && other.face !== null
        ? card.face === other.face
        : stockAndWaste(card.pile, other.pile),
    );
    const next = fits.find((other) => last?.pile === other.pile && last.index + 1 === other.index);
    // Drawn cards leave the stock from its top, redealt ones the waste from its top.
    card.from = next ?? (stockAndWaste(card.pile, fits[0]?.pile ?? "") ? fits.at(-1) : fits[0]) ?? null;
    if (card.from) free.delete(card.from);
    last = card.from;
  }
}

const ease = (t: number): number => 1 - (1 - t) ** 3;

/** Where a moving card is now. */
export function positionAt(motion: Motion, now: number): Rect {
  const t = ease(Math.min(1, Math.max(0, (now - motion.start) / motion.duration)));
  const { from, to } = motion;
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t, w: to.w, h: to.h };
}

export const isOver = (motion: Motion, now: number): boolean => now >= motion.start + motion.duration;

/** How long a card glides, in ms; 0 when nothing should move. */
export function glideTime(settings: BoardSettings): number {
  if (settings.animation === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return settings.animation === "fast" ? 140 : 320;
}

/**
 * The motions that lead from what is seen now to a new layout. `seenAt` tells where a card of the old
 * layout is drawn at this moment, under way or at rest.
 */
export function motionsBetween(
  before: BoardState,
  after: BoardState,
  table: TableSpec,
  to: Layout,
  seenAt: (pile: PileId, index: number) => Rect | null,
  now: number,
  duration: number,
): Map<string, Motion> {
  const motions = new Map<string, Motion>();
  if (duration <= 0) return motions;
  const { came, turned } = difference(before, after, table);
  const arrived = new Map(came.map((card) => [placeKey(card.pile, card.index), card]));
  const shown = new Map(turned.map((card) => [placeKey(card.pile, card.index), card]));
  for (const pile of to.piles.values())
    for (const { index, face, rect } of pile.spots) {
      const key = placeKey(pile.id, index);
      const newcomer = arrived.get(key);
      const turn = shown.get(key);
      if (newcomer) {
        const origin = newcomer.from;
        const from = origin && (seenAt(origin.pile, origin.index) ?? to.piles.get(origin.pile)?.base ?? null);
        if (!origin || !from) continue;
        const motion: Motion = { face, from, to: rect, travels: true, start: now, duration };
        if (origin.face !== face) motion.turnedFrom = origin.face;
        motions.set(key, motion);
        continue;
      }
      const from = seenAt(pile.id, index) ?? rect;
      if (!turn && from.x === rect.x && from.y === rect.y) continue;
      const motion: Motion = { face, from, to: rect, travels: false, start: now, duration };
      if (turn) motion.turnedFrom = turn.before;
      motions.set(key, motion);
    }
  return motions;
}
