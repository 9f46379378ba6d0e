import {
  ARRANGEMENTS,
  type Arrangement,
  flanked,
  hiddenMin,
  rowWidth,
  type Sizes,
  sizesFor,
} from "./arrangements";
import { around, CARD_RATIO, type Rect, type Size, widestStep } from "./measures";
import { columnId, worstColumn } from "./state";
import type { BoardSettings, PileId, TableSpec } from "./types";

/** Where every pile begins, whatever lies on it. All numbers are CSS pixels on whole device pixels. */
export interface Frame {
  size: Size;
  card: { w: number; h: number };
  bases: Map<PileId, Rect>;
  /** What is kept free below a column's base for its fan, the base included. */
  room: number;
  faceStep: { min: number; max: number };
  hiddenStep: { min: number; max: number };
  /** The way from one fanned waste card to the next. */
  wasteStep: { x: number; y: number };
  foundationArea: Rect;
}

const WIDEST = 150;
const NARROWEST = 24;
/** Below this width a card is hard to hit: rather let a column that is hardly ever met hide parts of its indices. */
const SMALL = 32;

/** The widest card, in device pixels, with which the worst piles of the table still fit. */
function widest(
  arrangement: Arrangement,
  table: TableSpec,
  size: Size,
  large: boolean,
  worst: Sizes["worst"],
): number {
  const { dpr } = size;
  for (let pixels = Math.floor(WIDEST * dpr); pixels >= NARROWEST * dpr; pixels--)
    if (arrangement.fits(table, sizesFor(pixels / dpr, size.width, large, worst), size)) return pixels / dpr;
  return 0;
}

/** The arrangement with the widest cards; on very low hosts with less than the longest column in mind. */
function choose(table: TableSpec, size: Size, large: boolean): { arrangement: Arrangement; sizes: Sizes } {
  const longest = worstColumn(table);
  let best = {
    arrangement: flanked,
    sizes: sizesFor(NARROWEST, size.width, large, { hidden: 0, up: 0 }),
    w: 0,
  };
  for (const share of [1, 0.75, 0.5, 0.25]) {
    const worst = { hidden: Math.round(longest.hidden * share), up: Math.round(longest.up * share) };
    for (const arrangement of ARRANGEMENTS[table.layout]) {
      const w = widest(arrangement, table, size, large, worst);
      if (w > 0 && w >= best.w * arrangement.gain)
        best = { arrangement, sizes: sizesFor(w, size.width, large, worst), w };
    }
    if (best.w >= SMALL) break;
  }
  return best;
}

/** Wide hosts spread the piles a little instead of leaving all the felt at the edges. */
function spread(arrangement: Arrangement, table: TableSpec, s: Sizes, size: Size): Sizes {
  let best = s;
  for (let share = 0.11; share <= 0.2; share += 0.01) {
    const wider = { ...s, gap: Math.max(3, s.w * share), gutter: Math.max(8, s.w * share * 3) };
    if (!arrangement.fits(table, wider, size)) break;
    best = wider;
  }
  return best;
}

/** Where the piles of a table begin in a host of this size. */
export function frameFor(
  table: TableSpec,
  settings: Pick<BoardSettings, "largeIndex" | "leftHanded">,
  size: Size,
): Frame {
  const { dpr } = size;
  const snap = (value: number): number => Math.round(value * dpr) / dpr;
  const { arrangement, sizes } = choose(table, size, settings.largeIndex);
  const s = spread(arrangement, table, sizes, size);
  const { w } = s;
  const placed = arrangement.place(table, s, size);
  const h = Math.round(w * dpr * CARD_RATIO) / dpr;

  const bases = new Map<PileId, Rect>();
  const put = (id: PileId, x: number, y: number): void => {
    bases.set(id, { x: snap(x), y: snap(y), w, h });
  };
  const mirror = (x: number, span: number): number => (settings.leftHanded ? size.width - x - span : x);
  const pitch = s.w + s.gap;
  const columnGap = placed.columns.gap ?? s.gap;
  const columnsX = mirror(placed.columns.x, rowWidth(table.columns, { ...s, gap: columnGap }));
  for (let index = 0; index < table.columns; index++)
    put(columnId(index), columnsX + index * (s.w + columnGap), placed.columns.y);
  const { rows } = placed.slots;
  const slotsX = mirror(placed.slots.x, rowWidth(rows ? table.foundations.length : 2, s));
  const pairs = table.layout === "side"; // both slots of a suit are neighbours
  table.foundations.forEach((_, slot) => {
    const [column, line] = rows ? [slot, 0] : pairs ? [slot % 2, slot >> 1] : [slot >> 2, slot % 4];
    put(String(slot + 1), slotsX + column * pitch, placed.slots.y + line * (s.h + s.gap));
  });
  put("s", mirror(placed.stock.x, s.w), placed.stock.y);
  put("w", mirror(placed.waste.x, s.w + placed.fan.x * (table.draw - 1)), placed.waste.y);

  const top = snap(placed.columns.y);
  return {
    size,
    card: { w, h },
    bases,
    room: size.height - s.margin - top,
    faceStep: { min: s.strip, max: Math.max(s.strip * 1.05, widestStep(w)) },
    hiddenStep: { min: hiddenMin(h), max: Math.max(4, h * 0.12) },
    wasteStep: placed.fan,
    foundationArea: around(
      table.foundations.flatMap((_, slot) => bases.get(String(slot + 1)) ?? []),
      Math.min(s.gap, s.margin),
    ),
  };
}
