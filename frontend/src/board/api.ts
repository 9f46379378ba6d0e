/** The only door of the board: everything the rest of the client may use of it. */

import { indexLine } from "./measures";
import { readPalette } from "./palette";
import { render } from "./render";
import { faceSheet } from "./sprites";
import { TableBoard } from "./table";
import type { Board, BoardOptions, BoardSettings } from "./types";

export { applyAction, pileIds, pilesTouched } from "./state";
export type {
  Board,
  BoardOptions,
  BoardSettings,
  BoardState,
  BoardText,
  Column,
  PileId,
  TableSpec,
} from "./types";
export { DEFAULT_SETTINGS } from "./types";

/** Builds the table inside `host`: a canvas and, over it, its accessible twin. */
export const createBoard = (options: BoardOptions): Board => new TableBoard(options, render);

/**
 * A face by itself, `width` CSS pixels wide, in the colours of `host`: what a card of that width has to look
 * like wherever it lies. Court cards come without their figure.
 */
export const renderFace = (
  face: string,
  width: number,
  dpr: number,
  settings: Pick<BoardSettings, "fourColour" | "largeIndex">,
  host: HTMLElement = document.body,
): HTMLCanvasElement => faceSheet(face, width, dpr, settings, readPalette(host));

/** The corner with rank and suit on a card of this width, in CSS pixels: no fan hides it. */
export function indexCorner(width: number, largeIndex: boolean): { width: number; height: number } {
  const index = indexLine(width, largeIndex);
  return { width: index.width, height: index.strip };
}
