/** A replay as a list of frames: the opening, and the position after each log entry. */

import { applyPiles, type Piles, type View } from "./protocol";

export interface ReplayStep {
  action: string;
  /** Milliseconds since the entry before; none where the record has no time. */
  ms: number | null;
  piles: Piles;
  score: number;
  score_text: string;
  ranked_score: number;
  ranked_score_text?: string;
  moves: number;
  peeks: number;
  undo: number;
  status: View["status"];
  seq: number;
}

export interface ReplayAnswer {
  view: View;
  steps: ReplayStep[];
}

export interface Frame {
  view: View;
  /** The action that led here; none at the opening. */
  action: string | null;
  ms: number;
}

export function readFrames({ view, steps }: ReplayAnswer): Frame[] {
  const frames: Frame[] = [{ view: { ...view, legal: [] }, action: null, ms: 0 }];
  let last = frames[0]?.view ?? view;
  for (const { action, ms, piles, ...counted } of steps) {
    last = { ...applyPiles(last, piles), ...counted, legal: [] };
    frames.push({ view: last, action, ms: ms ?? 0 });
  }
  return frames;
}

/** The position an address asks for: junk is the opening, what is out of range is clamped. */
export function readAt(text: string | null, last: number): number {
  const asked = (text ?? "").trim();
  if (!/^\d+(e\d+)?$/i.test(asked)) return 0;
  return Math.min(Number(asked), last);
}

const LONGEST_PAUSE_MS = 2_000;
const SHORTEST_MS = 40;

/** How long to wait before the frame `ms` after the one shown, in milliseconds: long pauses are cut. */
export function waitBefore(ms: number, speed: number): number {
  return Math.max(SHORTEST_MS, Math.min(ms, LONGEST_PAUSE_MS) / speed);
}
