/** Whether a value from outside has the shape a message promises. */

import type { ColumnView, Entry, Piles, Scalars, View } from "./protocol";

type Kind = "string" | "number" | "boolean" | "string|null";

const SCALARS: Record<keyof Scalars, Kind> = {
  id: "string",
  table: "string",
  code: "string|null",
  daily: "string|null",
  ranked: "boolean",
  player: "string",
  status: "string",
  seq: "number",
  moves: "number",
  score: "number",
  score_text: "string",
  ranked_score: "number",
  ranked_score_text: "string",
  peeks: "number",
  undo: "number",
  undo_peeks: "boolean",
  duration_ms: "number",
};

/** A view without an id, a player or a time is the opening of a deal; the rest is always there. */
const REQUIRED: readonly (keyof Scalars)[] = [
  "table",
  "status",
  "seq",
  "moves",
  "score",
  "score_text",
  "undo",
];

const ENTRY: Record<keyof Entry, Kind | "number|null"> = {
  rank: "number",
  player: "string",
  guest: "boolean",
  status: "string",
  won: "boolean",
  ranked_score: "number",
  score_text: "string",
  moves: "number",
  duration_ms: "number",
  peeks: "number",
  undos: "number",
  percentile: "number|null",
  decided_by: "string|null",
  game: "string",
};

const fits = (value: unknown, kind: Kind | "number|null"): boolean =>
  kind.split("|").some((name) => (name === "null" ? value === null : typeof value === name));

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

export const isColumn = (value: unknown): value is ColumnView =>
  isRecord(value) && typeof value.hidden === "number" && isStrings(value.cards);

const isTop = (value: unknown): boolean => value === null || typeof value === "string";

/** The scalar fields of a frame, whichever are there; null when one has a wrong type. */
export function scalarsOf(frame: Record<string, unknown>): Partial<Scalars> | null {
  const found: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(SCALARS)) {
    if (frame[name] === undefined) continue;
    if (!fits(frame[name], kind)) return null;
    found[name] = frame[name];
  }
  return found as Partial<Scalars>;
}

export function isView(value: unknown): value is View {
  if (!isRecord(value) || !scalarsOf(value)) return false;
  return (
    REQUIRED.every((name) => value[name] !== undefined) &&
    typeof value.stock === "number" &&
    isStrings(value.waste) &&
    Array.isArray(value.columns) &&
    value.columns.every(isColumn) &&
    Array.isArray(value.foundations) &&
    value.foundations.every(isTop) &&
    isStrings(value.legal)
  );
}

export const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && Object.entries(ENTRY).every(([name, kind]) => fits(value[name], kind));

/** The changed piles of an acted message, each in the form its key asks for; null when one is not. */
export function piles(value: unknown): Piles | null {
  if (!isRecord(value)) return null;
  const right = Object.entries(value).every(([pile, content]) => {
    if (pile === "s") return typeof content === "number";
    if (pile === "w") return isStrings(content);
    return /^[1-8]$/.test(pile) ? isTop(content) : /^[a-j]$/.test(pile) && isColumn(content);
  });
  return right ? (value as Piles) : null;
}
