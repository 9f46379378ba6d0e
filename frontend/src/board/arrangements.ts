import { CARD_RATIO, indexLine, type Size } from "./measures";
import type { TableSpec } from "./types";

/** Measures that follow from the width of a card. */
export interface Sizes {
  w: number;
  h: number;
  gap: number;
  gutter: number;
  margin: number;
  strip: number;
  /** The way from one waste card to the next where the waste fans sideways. */
  across: number;
  /** The longest column that has to fit. */
  worst: { hidden: number; up: number };
}

export function sizesFor(w: number, width: number, large: boolean, worst: Sizes["worst"]): Sizes {
  const index = indexLine(w, large);
  return {
    w,
    h: w * CARD_RATIO,
    gap: Math.max(3, w * 0.1),
    gutter: Math.max(8, w * 0.3),
    margin: width < 500 ? 4 : Math.max(6, Math.min(16, width * 0.0125)),
    strip: index.strip,
    across: Math.max(index.width, w * 0.45),
    worst,
  };
}

export const hiddenMin = (h: number): number => Math.max(2, h * 0.03);

const worstHeight = (s: Sizes): number =>
  s.h + s.worst.hidden * hiddenMin(s.h) + Math.max(0, s.worst.up - 1) * s.strip;

/** How wide the waste lies when it fans sideways: two characters of index must show of each covered card. */
const wasteFan = (table: TableSpec, s: Sizes): number => (table.draw - 1) * s.across;

const worstWasteHeight = (table: TableSpec, s: Sizes): number => s.h + (table.draw - 1) * s.strip;

const blockHeight = (rows: number, s: Sizes): number => rows * s.h + (rows - 1) * s.gap;
export const rowWidth = (count: number, s: Sizes): number => count * s.w + (count - 1) * s.gap;

/** One way to arrange the table: whether cards of this size fit, and where the piles then begin. */
export interface Arrangement {
  /** Cards must be this much wider than in the arrangement before it in the list to be preferred. */
  gain: number;
  fits(table: TableSpec, s: Sizes, size: Size): boolean;
  place(table: TableSpec, s: Sizes, size: Size): Placed;
}

interface Placed {
  /** `gap` where the columns stand further apart than the other piles. */
  columns: { x: number; y: number; gap?: number };
  slots: { x: number; y: number; rows: boolean };
  stock: { x: number; y: number };
  waste: { x: number; y: number };
  fan: { x: number; y: number };
}

/** Stock and waste on one side, the foundations on the other, the columns between them from the top down. */
export const flanked: Arrangement = {
  gain: 1,
  fits(table, s, size) {
    const fan = worstWasteHeight(table, s);
    return (
      rowWidth(table.columns, s) + rowWidth(2, s) + s.w + 2 * s.gutter + 2 * s.margin <= size.width &&
      Math.max(blockHeight(4, s), worstHeight(s), s.h + s.gap + fan) + 2 * s.margin <= size.height
    );
  },
  place(table, s, size) {
    const total = rowWidth(table.columns, s) + rowWidth(2, s) + s.w + 2 * s.gutter;
    const left = (size.width - total) / 2;
    const y = s.margin;
    const columns = left + rowWidth(2, s) + s.gutter;
    const stock = columns + rowWidth(table.columns, s) + s.gutter;
    return {
      columns: { x: columns, y },
      slots: { x: left, y, rows: false },
      stock: { x: stock, y },
      waste: { x: stock, y: y + s.h + s.gap },
      fan: { x: 0, y: s.strip },
    };
  },
};

/** Everything but the columns in one block beside them: stock and waste above the foundations. */
const block: Arrangement = {
  gain: 1.05,
  fits(table, s, size) {
    return (
      table.draw === 1 &&
      rowWidth(table.columns, s) + rowWidth(2, s) + s.gutter + 2 * s.margin <= size.width &&
      Math.max(blockHeight(5, s) + s.gap, worstHeight(s)) + 2 * s.margin <= size.height
    );
  },
  place(table, s, size) {
    const total = rowWidth(table.columns, s) + rowWidth(2, s) + s.gutter;
    const left = (size.width - total) / 2;
    const side = left + rowWidth(table.columns, s) + s.gutter;
    const y = s.margin;
    return {
      columns: { x: left, y },
      slots: { x: side, y: y + s.h + 2 * s.gap, rows: false },
      stock: { x: side + s.w + s.gap, y },
      waste: { x: side, y },
      fan: { x: 0, y: 0 },
    };
  },
};

/** Upright screens: the foundations in four rows of two, stock and waste across from them, the columns below. */
const band: Arrangement = {
  gain: 1.1,
  fits(table, s, size) {
    return (
      Math.max(rowWidth(table.columns, s), rowWidth(4, s) + s.gutter + wasteFan(table, s)) + 2 * s.margin <=
        size.width && blockHeight(4, s) + 3 * s.gap + worstHeight(s) + 2 * s.margin <= size.height
    );
  },
  place(table, s, size) {
    const total = rowWidth(table.columns, s);
    const left = (size.width - total) / 2;
    const y = s.margin;
    const stock = left + total - s.w;
    const low = y + blockHeight(4, s) - s.h;
    return {
      columns: { x: left, y: y + blockHeight(4, s) + 3 * s.gap },
      slots: { x: left, y, rows: false },
      stock: { x: stock, y: low },
      waste: { x: stock - s.gap - s.w - wasteFan(table, s), y: low },
      fan: { x: s.across, y: 0 },
    };
  },
};

/** The foundations, and stock and waste so far from them that the waste is no ninth foundation. */
const upperRow = (table: TableSpec, s: Sizes): number =>
  rowWidth(table.foundations.length + 2, s) + wasteFan(table, s) + Math.max(9, s.w * 0.3);

/** The foundations in one row above the columns, stock and waste at its end. */
const row: Arrangement = {
  gain: 1,
  fits(table, s, size) {
    return (
      upperRow(table, s) + 2 * s.margin <= size.width &&
      s.h + 2 * s.gap + worstHeight(s) + 2 * s.margin <= size.height
    );
  },
  place(table, s, size) {
    const total = upperRow(table, s);
    const left = (size.width - total) / 2;
    const y = s.margin;
    const stock = left + total - s.w;
    // The columns end where the row above them ends.
    const gap = Math.min(2 * s.gap, (total - table.columns * s.w) / (table.columns - 1));
    return {
      columns: { x: left, y: y + s.h + 2 * s.gap, gap },
      slots: { x: left, y, rows: true },
      stock: { x: stock, y },
      waste: { x: stock - s.gap - s.w - wasteFan(table, s), y },
      fan: { x: s.across, y: 0 },
    };
  },
};

export const ARRANGEMENTS: Record<TableSpec["layout"], Arrangement[]> = {
  side: [flanked, block, band],
  above: [row, { ...flanked, gain: 1.25 }],
};
