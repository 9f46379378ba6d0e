import { describe, expect, test } from "vitest";
import { difference } from "../../src/board/anim";
import { applyAction } from "../../src/board/state";
import { DOUBLE, DOUBLE_HARD, position } from "./tables";

const came = (table: typeof DOUBLE, before: string, after: string): string[] =>
  difference(position(table, before), position(table, after), table).came.map(
    ({ pile, index, face, from }) =>
      `${face ?? "##"} ${from ? `${from.pile}${from.index}` : "?"} > ${pile}${index}`,
  );

describe("what moved between two states", () => {
  test("of two equal cards, the one whose pile lost it (E11)", () => {
    expect(came(DOUBLE, "3: AH\na: 2H\ne: 9C 2H", "3: 2H\na: 2H\ne: 9C")).toEqual(["2H e1 > 31"]);
    expect(came(DOUBLE, "3: AH\na: 2H\ne: 9C 2H", "3: 2H\ne: 9C 2H")).toEqual(["2H a0 > 31"]);
  });

  test("a run moves card by card, and the card below turns", () => {
    const before = position(DOUBLE, "a: ## KH QS\nb:");
    const after = position(DOUBLE, "a: 5C\nb: KH QS");
    const { came, turned } = difference(before, after, DOUBLE);
    expect(came.map(({ pile, index, from }) => [pile, index, from?.pile, from?.index])).toEqual([
      ["b", 0, "a", 1],
      ["b", 1, "a", 2],
    ]);
    expect(turned).toEqual([{ pile: "a", index: 0, before: null, after: "5C" }]);
  });

  test("drawn cards come from the stock and turn when they become known", () => {
    expect(came(DOUBLE_HARD, "s: 5\nw: 7H", "s: 2\nw: 7H ?? ?? ??")).toEqual([
      "## s4 > w1",
      "## s3 > w2",
      "## s2 > w3",
    ]);
    const known = difference(position(DOUBLE, "s: 4\nw: 7H ??"), position(DOUBLE, "s: 4\nw: 7H 9C"), DOUBLE);
    expect([known.came, known.turned]).toEqual([[], [{ pile: "w", index: 1, before: null, after: "9C" }]]);
  });

  test("a redeal brings the waste back to the stock", () => {
    const before = position(DOUBLE, "s: 0\nw: 7H 9C");
    const { came } = difference(before, applyAction(before, DOUBLE, "r"), DOUBLE);
    expect(came.map(({ pile, from }) => [pile, from?.pile])).toEqual([
      ["s", "w"],
      ["s", "w"],
    ]);
  });

  test("a card taken back leaves the rank below where it lay", () => {
    expect(came(DOUBLE, "3: 4H\na: 5S", "3: 3H\na: 5S 4H")).toEqual(["4H 33 > a1"]);
  });

  test("the same state has no difference", () => {
    const state = position(DOUBLE, "s: 9\nw: 7H ??\n3: 4H\na: ## 5S 4H");
    expect(difference(state, state, DOUBLE)).toEqual({ came: [], turned: [] });
  });
});
