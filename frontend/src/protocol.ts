/** The messages of the two sockets (api.md) and how they are read: what does not fit is null, never half a message. */

import { isColumn, isEntry, isRecord, isStrings, isView, piles, scalarsOf } from "./shapes";

export type Status = "playing" | "won" | "given-up" | "closed";

export interface ColumnView {
  hidden: number;
  cards: string[];
}

/** Every field of a view that is one value. */
export interface Scalars {
  id: string;
  table: string;
  code: string | null;
  daily: string | null;
  ranked: boolean;
  player: string;
  status: Status;
  seq: number;
  moves: number;
  score: number;
  score_text: string;
  ranked_score: number;
  ranked_score_text?: string;
  peeks: number;
  undo: number;
  undo_peeks: boolean;
  duration_ms: number;
}

export interface View extends Scalars {
  stock: number;
  waste: string[];
  columns: ColumnView[];
  foundations: (string | null)[];
  legal: string[];
}

/** The new content of each pile that changed: "s", "w", "a"…, "1"…"8". */
export type Piles = Record<string, number | string[] | ColumnView | string | null>;

export interface Acted extends Partial<Scalars> {
  type: "acted";
  seq: number;
  action: string;
  piles: Piles;
  legal: string[];
}

export interface Refused {
  type: "refused";
  seq: number;
  action: string;
  code: string;
  detail: string;
}

export type GameMessage =
  | { type: "state"; view: View }
  | Acted
  | Refused
  | { type: "error"; code: string; detail: string }
  | { type: "tick"; seq: number; status: Status; release: string };

export interface Entry {
  rank: number;
  player: string;
  guest: boolean;
  status: Status;
  won: boolean;
  ranked_score: number;
  score_text: string;
  moves: number;
  duration_ms: number;
  peeks: number;
  undos: number;
  percentile: number | null;
  decided_by: "won" | "score" | "moves" | "tie" | null;
  game: string;
}

export type BoardMessage =
  | { type: "board"; version: number; total: number; final: boolean; entries: Entry[] }
  | { type: "me"; entry: Entry | null }
  | { type: "tick"; version: number; release: string };

export type ClientMessage = { type: "act"; seq: number; action: string } | { type: "sync" };

const isStatus = (value: unknown): value is Status =>
  value === "playing" || value === "won" || value === "given-up" || value === "closed";
const isCount = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function readFrame(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** A frame of a game's socket. */
export function readGameMessage(json: string): GameMessage | null {
  const frame = readFrame(json);
  if (!frame) return null;
  const { type, seq, action, code, detail, view, legal, status } = frame;
  switch (type) {
    case "state":
      return isView(view) ? { type, view } : null;
    case "acted": {
      const changed = piles(frame.piles);
      const scalars = scalarsOf(frame);
      if (!isCount(seq) || typeof action !== "string" || !changed || !isStrings(legal) || !scalars)
        return null;
      return { ...scalars, type, seq, action, piles: changed, legal };
    }
    case "refused":
      if (!isCount(seq) || typeof action !== "string" || typeof code !== "string") return null;
      return { type, seq, action, code, detail: text(detail) };
    case "error":
      if (typeof code !== "string") return null;
      return { type, code, detail: text(detail) };
    case "tick":
      return isCount(seq) && isStatus(status) ? { type, seq, status, release: text(frame.release) } : null;
    default:
      return null;
  }
}

/** A frame of a board's socket. */
export function readBoardMessage(json: string): BoardMessage | null {
  const frame = readFrame(json);
  if (!frame) return null;
  const { type, version, total, final, entries, entry } = frame;
  switch (type) {
    case "board":
      if (!isCount(version) || !isCount(total) || !Array.isArray(entries) || !entries.every(isEntry))
        return null;
      return { type, version, total, final: final === true, entries };
    case "me":
      return entry === null || isEntry(entry) ? { type, entry } : null;
    case "tick":
      return isCount(version) ? { type, version, release: text(frame.release) } : null;
    default:
      return null;
  }
}

/** The view with the changed piles put in; the one it was given stays as it was. */
export function applyPiles(view: View, changed: Piles): View {
  const next: View = { ...view, columns: [...view.columns], foundations: [...view.foundations] };
  for (const [pile, content] of Object.entries(changed)) {
    if (pile === "s") next.stock = content as number;
    else if (pile === "w") next.waste = content as string[];
    else if (isColumn(content)) next.columns[pile.charCodeAt(0) - 97] = content;
    else next.foundations[Number(pile) - 1] = content as string | null;
  }
  return next;
}

/** The view after an acted message. */
export function applyActed(view: View, acted: Acted): View {
  const { type: _type, action: _action, piles: changed, legal, ...scalars } = acted;
  return { ...applyPiles(view, changed), ...scalars, legal };
}
