/** Reading the tokens of notation.md, for words about them; the rules are the server's. */

export interface Move {
  /** "w", "a"…"j" or "1"…"8" */
  from: string;
  /** "x" or "a"…"j" */
  to: string;
  count: number;
}

/** A move of cards; null for draws, redeals, undo and what is no action. */
export function readMove(token: string): Move | null {
  const found = /^([wa-j1-8])([xa-j])([1-9]\d*)?$/.exec(token);
  if (!found) return null;
  const [, from = "", to = "", count] = found;
  return { from, to, count: count === undefined ? 1 : Number(count) };
}

export const columnNumber = (letter: string): number => letter.charCodeAt(0) - 96;
