/** The only door of the board: everything the rest of the client may use of it. */
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

import type { Board, BoardOptions } from "./types";

/** Builds the table inside `host`: a canvas and, over it, its accessible twin. */
export declare function createBoard(options: BoardOptions): Board;
