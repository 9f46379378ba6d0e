import { describe, expect, test } from "vitest";
import { dropZone, hit, type Layout, layout, type Spot } from "../../src/board/layout";
import { indexLine, type Rect } from "../../src/board/measures";
import { pileIds } from "../../src/board/state";
import type { TableSpec } from "../../src/board/types";
import { DOUBLE, DOUBLE_HARD, FORTY, position, settings, worst } from "./tables";

const SIZES = [
  { name: "phone upright", width: 390, height: 844 - 110, dpr: 3 },
  { name: "phone across", width: 844, height: 390 - 60, dpr: 3 },
  { name: "desk", width: 1280, height: 800 - 110, dpr: 1 },
  { name: "desk at 125 %", width: 1024, height: 640 - 110, dpr: 1.25 },
  { name: "odd ratio", width: 411, height: 731 - 110, dpr: 2.625 },
];
const TABLES = [DOUBLE, DOUBLE_HARD, FORTY];
const CASES = SIZES.flatMap((size) =>
  TABLES.flatMap((table) => [false, true].map((leftHanded) => ({ size, table, leftHanded }))),
).map((one) => ({
  ...one,
  name: `${one.table.slug}, ${one.size.name}, ${one.leftHanded ? "left" : "right"}`,
}));

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const spots = (where: Layout): Spot[] => [...where.piles.values()].flatMap((pile) => pile.spots);

describe.each(CASES)("$name", ({ size, table, leftHanded }) => {
  const where = layout(table, worst(table), settings({ leftHanded }), size);

  test("every pile lies whole within the host, and none over another", () => {
    expect([...where.piles.keys()]).toEqual(pileIds(table));
    const piles = [...where.piles.values()];
    for (const { rect } of piles) {
      expect(rect.x).toBeGreaterThanOrEqual(0);
      expect(rect.y).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.w).toBeLessThanOrEqual(size.width);
      expect(rect.y + rect.h).toBeLessThanOrEqual(size.height);
    }
    for (const [index, pile] of piles.entries())
      for (const other of piles.slice(index + 1)) expect(overlap(pile.rect, other.rect)).toBe(false);
  });

  test("targets are at least 24 px wide, cards as high as they should be", () => {
    for (const { rect } of spots(where)) {
      expect(rect.w).toBeGreaterThanOrEqual(24);
      expect(rect.h / rect.w).toBeCloseTo(1.4, 1);
    }
  });

  test("an index of at least 14 px stays visible on every face, the last card of a column whole", () => {
    const line = indexLine(where.frame.card.w, false);
    expect(line.glyph).toBeGreaterThanOrEqual(14);
    for (const pile of where.piles.values())
      for (const spot of pile.spots) {
        if (spot.face === null || pile.id === "w") continue;
        expect(spot.seen).toBeGreaterThanOrEqual(line.top + line.glyph - 0.5);
        if (spot === pile.spots.at(-1)) expect(spot.seen).toBe(where.frame.card.h);
      }
    for (const spot of spots(where)) expect(spot.seen).toBeGreaterThan(1);
  });

  test("rectangles begin and end on whole device pixels", () => {
    for (const { rect } of spots(where))
      for (const edge of [rect.x, rect.y, rect.w, rect.h])
        expect(Math.abs(edge * size.dpr - Math.round(edge * size.dpr))).toBeLessThan(1e-6);
  });

  test("large indices fit too", () => {
    const large = layout(table, worst(table), settings({ leftHanded, largeIndex: true }), size);
    const line = indexLine(large.frame.card.w, true);
    expect(line.glyph).toBeGreaterThanOrEqual(17);
    expect(line.width).toBeLessThanOrEqual(large.frame.card.w);
    for (const { rect } of large.piles.values()) {
      expect(rect.x + rect.w).toBeLessThanOrEqual(size.width);
      expect(rect.y + rect.h).toBeLessThanOrEqual(size.height);
    }
  });
});

const DESK = { width: 1280, height: 690, dpr: 1 };
const base = (where: Layout, id: string): Rect => where.piles.get(id)?.base ?? { x: 0, y: 0, w: 0, h: 0 };

test("the waste shows as many cards as are drawn at once, each with its index", () => {
  for (const size of SIZES) {
    const where = layout(DOUBLE_HARD, worst(DOUBLE_HARD), settings(), size);
    const fanned = where.piles.get("w")?.spots ?? [];
    expect(fanned.map(({ index }) => index)).toEqual([56, 57, 58]);
    const line = indexLine(where.frame.card.w, false);
    const [first, second] = fanned.map(({ rect }) => rect);
    const [dx, dy] = [(second?.x ?? 0) - (first?.x ?? 0), (second?.y ?? 0) - (first?.y ?? 0)];
    expect(dx >= line.width - 0.5 || dy >= line.strip - 0.5).toBe(true);
  }
  const single = layout(DOUBLE, worst(DOUBLE), settings(), DESK);
  expect(single.piles.get("w")?.spots.map(({ index }) => index)).toEqual([58]);
});

test("Double Solitaire's foundations: four rows of two, spades at the top", () => {
  for (const size of SIZES) {
    const where = layout(DOUBLE, worst(DOUBLE), settings(), size);
    for (const row of [0, 1, 2, 3]) {
      const [left, right] = [base(where, String(2 * row + 1)), base(where, String(2 * row + 2))];
      expect(left.y).toBe(right.y);
      expect(left.x).toBeLessThan(right.x);
      if (row > 0) expect(left.y).toBeGreaterThan(base(where, String(2 * row - 1)).y);
    }
  }
});

test("Forty Thieves' foundations: a row above the columns, slots from left to right", () => {
  for (const size of SIZES.filter(({ width, height }) => height > 400 || width < 800)) {
    const where = layout(FORTY, worst(FORTY), settings(), size);
    for (let slot = 1; slot < 8; slot++)
      expect(base(where, String(slot)).x).toBeLessThan(base(where, String(slot + 1)).x);
    expect(base(where, "1").y + base(where, "1").h).toBeLessThan(base(where, "a").y);
  }
});

test("Forty Thieves' waste stands apart: it is no ninth foundation", () => {
  for (const size of SIZES) {
    const where = layout(FORTY, worst(FORTY), settings(), size);
    const gap = base(where, "2").x - base(where, "1").x - where.frame.card.w;
    expect(base(where, "w").x - base(where, "8").x - where.frame.card.w).toBeGreaterThan(2.5 * gap);
  }
  const desk = layout(FORTY, worst(FORTY), settings(), { width: 1280, height: 748, dpr: 1 });
  expect(base(desk, "s").x + desk.frame.card.w - base(desk, "1").x).toBeGreaterThan(1200);
});

test("left-handed: stock and waste change sides, columns and slots keep their order", () => {
  for (const table of TABLES) {
    const right = layout(table, worst(table), settings(), DESK);
    const left = layout(table, worst(table), settings({ leftHanded: true }), DESK);
    expect(base(right, "s").x).toBeGreaterThan(DESK.width / 2);
    expect(base(left, "s").x).toBeLessThan(DESK.width / 2);
    expect(base(left, "a").x).toBeLessThan(base(left, "b").x);
    expect(base(left, "1").x).toBeLessThan(base(left, "2").x + (table.layout === "side" ? 0 : 1));
  }
});

test("only the column that needs it is fanned tighter", () => {
  const long = `${"## ".repeat(8)}KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH`;
  const where = layout(DOUBLE, position(DOUBLE, `a: KC QD JC\ni: ${long}`), settings(), SIZES[1] ?? DESK);
  const step = (id: string): number => {
    const [one, two] = (where.piles.get(id)?.spots ?? []).filter(({ face }) => face !== null);
    return (two?.rect.y ?? 0) - (one?.rect.y ?? 0);
  };
  expect(step("i")).toBeLessThan(step("a"));
});

test("very small and very low hosts keep all piles within reach", () => {
  for (const size of [
    { width: 320, height: 458, dpr: 2 },
    { width: 667, height: 315, dpr: 2 },
    { width: 844, height: 280, dpr: 3 },
    { width: 360, height: 530, dpr: 3 },
  ])
    for (const table of TABLES)
      for (const pile of layout(table, worst(table), settings(), size).piles.values()) {
        expect(pile.base.w).toBeGreaterThanOrEqual(24);
        expect(pile.rect.x).toBeGreaterThanOrEqual(0);
        expect(pile.rect.x + pile.rect.w).toBeLessThanOrEqual(size.width);
        expect(pile.rect.y + pile.rect.h).toBeLessThanOrEqual(size.height + 0.5);
      }
});

describe("what lies under a point", () => {
  const state = position(DOUBLE, "s: 3\nw: 9C\na: ## 8S 2H\ne: ## ## 2H\n3: AH");
  const where = layout(DOUBLE, state, settings(), DESK);
  const centre = ({ x, y, w, h }: Rect): [number, number] => [x + w / 2, y + h / 2];

  test("of two equal cards, the one that was hit (E11)", () => {
    for (const [id, index] of [
      ["a", 2],
      ["e", 2],
    ] as const) {
      const top = where.piles.get(id)?.spots.at(-1);
      const found = top && hit(where, ...centre(top.rect));
      expect([found?.pile.id, found?.spot?.index, found?.spot?.face]).toEqual([id, index, "2H"]);
    }
  });

  test("a covered card by the strip it shows, an empty place by its outline, felt by nothing", () => {
    const covered = where.piles.get("a")?.spots[1];
    expect(hit(where, (covered?.rect.x ?? 0) + 5, (covered?.rect.y ?? 0) + 5)?.spot?.index).toBe(1);
    expect(hit(where, ...centre(base(where, "b")))).toMatchObject({ pile: { id: "b" }, spot: null });
    expect(hit(where, 2, 2)).toBeNull();
  });

  test("drops: the whole foundation area is one, a column reaches a little below its last card", () => {
    const between = base(where, "1");
    expect(dropZone(where, between.x + between.w + 2, between.y + between.h + 2)).toBe("x");
    const column = where.piles.get("a")?.rect ?? between;
    expect(dropZone(where, column.x + 3, column.y + column.h + 20)).toBe("a");
    expect(dropZone(where, column.x + 3, DESK.height - 5)).toBeNull();
    expect(dropZone(where, ...centre(base(where, "s")))).toBeNull();
  });
});

test("every table is laid out quickly: well within a frame", () => {
  const tables: TableSpec[] = TABLES;
  const start = performance.now();
  for (let round = 0; round < 20; round++)
    for (const table of tables) layout(table, worst(table), settings(), { ...DESK, dpr: 2 });
  expect((performance.now() - start) / 60).toBeLessThan(8);
});
