import type { TableSpec } from "../src/board/api";
import { type Acted, applyActed, type GameMessage, readGameMessage, type View } from "../src/protocol";

const files = import.meta.glob<unknown>("../../tests/contract/*.json", { eager: true, import: "default" });

/** The text of a message that the server's tests read too. */
export function fixture(name: string): string {
  const message = files[`../../tests/contract/${name}.json`];
  if (message === undefined) throw new Error(`no message ${name}`);
  return JSON.stringify(message);
}

export const DOUBLE_EASY: TableSpec = {
  slug: "ds-d1n",
  columns: 9,
  foundations: [..."SSHHDDCC"],
  layout: "side",
  draw: 1,
  passes: null,
  singleCard: false,
};

export const THIEVES: TableSpec = {
  slug: "ft-n",
  columns: 10,
  foundations: [..."SHDCSHDC"],
  layout: "above",
  draw: 1,
  passes: 1,
  singleCard: true,
};

function message<T extends GameMessage["type"]>(name: string, type: T): Extract<GameMessage, { type: T }> {
  const read = readGameMessage(fixture(name));
  if (read?.type !== type) throw new Error(`${name} is no ${type}`);
  return read as Extract<GameMessage, { type: T }>;
}

/** The opening of a Double Solitaire deal; legal there: s, ce, fd. */
export const opening = (): View => message("game-state", "state").view;
/** Its first action, ce, as the server answers it. */
export const firstActed = (): Acted => message("game-acted", "acted");
/** The draw after that. */
export const drawActed = (): Acted => message("game-acted-draw", "acted");

export const afterFirst = (): View => applyActed(opening(), firstActed());
export const afterDraw = (): View => applyActed(afterFirst(), drawActed());
