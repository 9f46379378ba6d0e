/** "s" stock, "w" waste, "a".."j" columns, "1".."8" foundation slots. */
export type PileId = string;

/** What a table looks like; the rules stay on the server. */
export interface TableSpec {
  slug: string;
  columns: number;
  /** The suit letter of each of the 8 slots. */
  foundations: string[];
  /** "side": four rows of two beside the columns; "above": one row above them. */
  layout: "side" | "above";
  draw: number;
  passes: number | null;
  singleCard: boolean;
}

export interface Column {
  hidden: number;
  cards: string[];
}

/** The piles as a view gives them, and the actions the server takes now. */
export interface BoardState {
  stock: number;
  /** The whole waste, top last; null is a card just drawn whose face is not known yet. */
  waste: (string | null)[];
  columns: Column[];
  /** The top card of each slot. */
  foundations: (string | null)[];
  legal: string[];
}

export interface BoardSettings {
  doubleClick: boolean;
  autoPlace: boolean;
  placementHelp: boolean;
  fourColour: boolean;
  largeIndex: boolean;
  leftHanded: boolean;
  animation: "fast" | "slow" | "none";
}

export const DEFAULT_SETTINGS: BoardSettings = {
  doubleClick: true,
  autoPlace: false,
  placementHelp: true,
  fourColour: false,
  largeIndex: false,
  leftHanded: false,
  animation: "fast",
};

/** Sentences of the table, in the page's language; the host translates. */
export interface BoardText {
  /** The name of the whole table for a screen reader. */
  table(table: TableSpec): string;
  /** What lies on a pile, never anything unseen. */
  pile(id: PileId, state: BoardState, table: TableSpec): string;
  card(face: string): string;
  /** A card, with `count` - 1 more on it, was picked up by keyboard. */
  picked(face: string, count: number): string;
  /** It was put back where it lay. */
  putBack(face: string): string;
}

export interface BoardOptions {
  host: HTMLElement;
  table: TableSpec;
  /** Where the card art lies: a URL ending in "/". */
  cards: string;
  text: BoardText;
  settings: BoardSettings;
  /** False for watchers and replays: what is shown can be read, not played. */
  interactive: boolean;
  /** The player asked for this action, legal or not: what is refused is refused by the server. */
  onAction(token: string): void;
  onKey?(key: "undo" | "help"): void;
  /** Words for the page's polite live region: the card walked to, picked up or put back. */
  announce?(words: string): void;
}

export interface Board {
  /** Shows this state; cards that changed place glide there unless told otherwise. */
  show(state: BoardState, how?: { animate?: boolean }): void;
  /** The server refused this action: its card is seen to slide home. */
  slideBack(token: string): void;
  configure(settings: Partial<BoardSettings>): void;
  setInteractive(on: boolean): void;
  /** Moves the keyboard's focus to a pile; without one, back to the last it was on. */
  focusPile(id?: PileId): void;
  destroy(): void;
}
