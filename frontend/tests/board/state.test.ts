import { describe, expect, test } from "vitest";
import { applyAction, pileIds, pilesTouched } from "../../src/board/state";
import { DOUBLE, DOUBLE_HARD, FORTY, position } from "./tables";

describe("the picture after an action", () => {
  test("a draw brings cards nobody knows yet, fewer when fewer are left", () => {
    const state = position(DOUBLE_HARD, "s: 4\nw: 7H");
    const once = applyAction(state, DOUBLE_HARD, "s");
    expect(once).toMatchObject({ stock: 1, waste: ["7H", null, null, null], legal: [] });
    expect(applyAction(once, DOUBLE_HARD, "s")).toMatchObject({
      stock: 0,
      waste: ["7H", null, null, null, null],
    });
  });

  test("a redeal turns the whole waste back", () => {
    const state = position(DOUBLE, "s: 0\nw: 7H 8C");
    expect(applyAction(state, DOUBLE, "r")).toMatchObject({ stock: 2, waste: [] });
    expect(applyAction(position(DOUBLE, "s: 1\nw: 7H"), DOUBLE, "r")).toMatchObject({
      stock: 1,
      waste: ["7H"],
    });
  });

  test("a run moves whole, and the card it uncovers stays hidden", () => {
    const state = position(DOUBLE, "a: ## KH QS JH\nb:");
    const after = applyAction(state, DOUBLE, "ab3");
    expect(after.columns.slice(0, 2)).toEqual([
      { hidden: 1, cards: [] },
      { hidden: 0, cards: ["KH", "QS", "JH"] },
    ]);
    expect(state.columns[0]?.cards).toHaveLength(3);
  });

  test("a card goes to the first slot of its suit that takes it", () => {
    const state = position(DOUBLE, "3: AH\n4: 4H\na: 5H\nb: 2H\nc: AH");
    expect(applyAction(state, DOUBLE, "ax").foundations[3]).toBe("5H");
    expect(applyAction(state, DOUBLE, "bx").foundations[2]).toBe("2H");
    expect(applyAction(position(DOUBLE, "c: AH"), DOUBLE, "cx").foundations).toEqual([
      null,
      null,
      "AH",
      null,
      null,
      null,
      null,
      null,
    ]);
    const thieves = position(FORTY, "2: 9H\n6: 4H\nw: 5H");
    expect(applyAction(thieves, FORTY, "wx")).toMatchObject({ waste: [], foundations: { 5: "5H", 1: "9H" } });
  });

  test("of two equal cards, the one named moves (E11)", () => {
    const state = position(DOUBLE, "3: AH\na: 9C 2H\ne: 5S 2H");
    const after = applyAction(state, DOUBLE, "ex");
    expect(after.columns[0]?.cards).toEqual(["9C", "2H"]);
    expect(after.columns[4]?.cards).toEqual(["5S"]);
  });

  test("taking back uncovers the rank below", () => {
    const state = position(DOUBLE, "3: 4H\n5: AD\na: 5S\nb: 2C");
    expect(applyAction(state, DOUBLE, "3a")).toMatchObject({ foundations: { 2: "3H" } });
    expect(applyAction(state, DOUBLE, "3a").columns[0]?.cards).toEqual(["5S", "4H"]);
    expect(applyAction(state, DOUBLE, "5b").foundations[4]).toBeNull();
  });

  test("what cannot be done changes nothing", () => {
    const state = position(DOUBLE, "a: 5S\nw: ??");
    for (const token of ["u", "ab2", "wx", "wa", "bx", "1a", "ax", "nonsense"])
      expect(applyAction(state, DOUBLE, token)).toEqual(state);
  });
});

describe("piles an action touches", () => {
  const state = position(DOUBLE, "w: 7H\n3: 6H\na: 8S\nb: 2D");
  test.each([
    ["s", ["s", "w"]],
    ["r", ["s", "w"]],
    ["wx", ["w", "H"]],
    ["wa", ["w", "a"]],
    ["bx", ["b", "D"]],
    ["ab3", ["a", "b"]],
    ["3a", ["H", "a"]],
    ["cx", ["c"]],
    ["u", []],
  ])("%s: %j", (token, piles) => {
    expect(pilesTouched(state, DOUBLE, token)).toEqual(piles);
  });
});

test("piles of a table", () => {
  expect(pileIds(DOUBLE).join("")).toBe("swabcdefghi12345678");
  expect(pileIds(FORTY).join("")).toBe("swabcdefghij12345678");
});
