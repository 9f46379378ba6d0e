import { type BoardSettings, type BoardState, DEFAULT_SETTINGS, type TableSpec } from "../../src/board/types";

export const DOUBLE: TableSpec = {
  slug: "ds-d1n",
  columns: 9,
  foundations: [..."SSHHDDCC"],
  layout: "side",
  draw: 1,
  passes: null,
  singleCard: false,
};
export const DOUBLE_HARD: TableSpec = { ...DOUBLE, slug: "ds-d3n", draw: 3 };
export const FORTY: TableSpec = {
  slug: "ft-n",
  columns: 10,
  foundations: [..."SHDCSHDC"],
  layout: "above",
  draw: 1,
  passes: 1,
  singleCard: true,
};

export const settings = (some: Partial<BoardSettings> = {}): BoardSettings => ({
  ...DEFAULT_SETTINGS,
  ...some,
});

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");

/**
 * A position from a text picture: one line per pile, `##` a face-down card, `??` one not known yet.
 *
 *     s: 24
 *     w: 7H QC
 *     1: AS
 *     a: ## ## 8H 7S
 */
export function position(table: TableSpec, picture: string, legal = ""): BoardState {
  const lines = new Map(
    picture
      .split("\n")
      .map((line) => line.trim().split(/:\s*/))
      .map(([pile = "", cards = ""]) => [pile, cards]),
  );
  const pile = (id: string): string[] => words(lines.get(id) ?? "");
  return {
    stock: Number(lines.get("s") ?? 0),
    waste: pile("w").map((card) => (card === "??" ? null : card)),
    columns: Array.from({ length: table.columns }, (_, index) => {
      const cards = pile(String.fromCharCode(97 + index));
      return {
        hidden: cards.filter((card) => card === "##").length,
        cards: cards.filter((card) => card !== "##"),
      };
    }),
    foundations: table.foundations.map((_, slot) => pile(String(slot + 1))[0] ?? null),
    legal: words(legal),
  };
}

const RANKS = [..."KQJT98765432A"];

/** The longest piles either game can come to. */
export function worst(table: TableSpec): BoardState {
  const waste = Array<string>(59).fill("TH");
  const state = position(table, "s: 5\n1: KS\n8: 3C");
  const run = RANKS.map((rank, index) => rank + (table.singleCard || index % 2 === 0 ? "H" : "S"));
  state.columns = state.columns.map((_, index) =>
    table.singleCard ? { hidden: 0, cards: ["4S", "9D", "2C", ...run] } : { hidden: index, cards: [...run] },
  );
  return { ...state, waste };
}
