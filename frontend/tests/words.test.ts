import { describe, expect, test } from "vitest";
import { boardOf } from "../src/session";
import { actionSentence } from "../src/words/actions";
import { boardText, pileLabel, positionLines } from "../src/words/piles";
import { percentileText, rankedText } from "../src/words/results";
import { countdownText, durationText } from "../src/words/time";
import { afterDraw, afterFirst, DOUBLE_EASY, opening, THIEVES } from "./messages";

const state = boardOf(opening());

describe("what lies on a pile", () => {
  test.each([
    ["s", "Stock, 59 cards"],
    ["w", "Waste, empty"],
    ["c", "Column 3: two face down, three of hearts"],
    ["2", "Foundation 2, spades, empty"],
  ])("%s: %s", (id, label) => {
    expect(pileLabel(id, state, DOUBLE_EASY)).toBe(label);
  });

  test("more of it", () => {
    const later = {
      ...state,
      stock: 0,
      waste: ["2C", "6H", null],
      columns: [
        { hidden: 0, cards: [] },
        { hidden: 0, cards: ["8H", "7S"] },
      ],
      foundations: [null, null, "3H", null, null, null, null, null],
    };
    expect(pileLabel("a", later, DOUBLE_EASY)).toBe("Column 1: empty");
    expect(pileLabel("b", later, DOUBLE_EASY)).toBe("Column 2: eight of hearts, seven of spades");
    expect(pileLabel("3", later, DOUBLE_EASY)).toBe("Foundation 3, hearts, three of hearts on top");
    expect(pileLabel("w", later, DOUBLE_EASY)).toBe("Waste, 3 cards");
    expect(pileLabel("s", later, DOUBLE_EASY)).toBe("Stock, empty: the waste can be turned back");
    expect(pileLabel("s", later, THIEVES)).toBe("Stock, empty");
    expect(pileLabel("s", { ...later, stock: 1 }, DOUBLE_EASY)).toBe("Stock, 1 card");
    const fanned = { ...later, waste: ["2C", "6H", "TD"] };
    expect(pileLabel("w", fanned, { ...DOUBLE_EASY, draw: 3 })).toBe(
      "Waste, 3 cards: two of clubs, six of hearts, ten of diamonds on top",
    );
  });

  test("the whole position: stock, waste, foundations, columns", () => {
    const lines = positionLines(state, DOUBLE_EASY);
    expect(lines).toHaveLength(2 + 8 + 9);
    expect(lines[2]).toMatch(/^Foundation 1/);
    expect(lines.at(-1)).toMatch(/^Column 9/);
  });

  test("a run picked up", () => {
    const text = boardText("Double Solitaire");
    expect(text.picked("8H", 1)).toBe("Eight of hearts picked up");
    expect(text.picked("8H", 2)).toBe("Eight of hearts and the card on it picked up");
    expect(text.picked("8H", 4)).toBe("Eight of hearts and the 3 cards on it picked up");
  });
});

describe("actions in words", () => {
  test("moves, what they turn up, draws and undo", () => {
    const first = boardOf(afterFirst());
    expect(actionSentence("ce", state, first)).toBe("Three of hearts to column 5; five of hearts turned up");
    expect(actionSentence("s", first, boardOf(afterDraw()))).toBe("Drawn: queen of hearts");
    expect(actionSentence("ec2", first, first)).toBe("Four of clubs and the card on it to column 3");
    expect(actionSentence("ex", first, first)).toBe("Three of hearts to the foundations");
    expect(actionSentence("u", first, state)).toBe("Undone");
    expect(actionSentence("r", first, state)).toBe("The waste is turned back into the stock");
  });
});

describe("numbers", () => {
  test("C13: a ranked score is the server's text, never built here", () => {
    const view = { score: -4, score_text: "-$4", ranked_score: -9, ranked_score_text: "-$9" };
    expect(rankedText(view)).toBe("-$9");
    expect(rankedText({ score: -104, score_text: "-$104", ranked_score: -104 })).toBe("-$104");
  });

  test("L05: a whole day reads 24:00:00, and the last second is not 0", () => {
    const opens = Date.parse("2026-11-01T00:00:00Z");
    const closes = Date.parse("2026-11-02T00:00:00Z");
    expect(countdownText(closes - opens)).toBe("24:00:00");
    expect(countdownText(999)).toBe("00:00:01");
    expect(countdownText(-5)).toBe("00:00:00");
    expect(countdownText(3_661_000)).toBe("01:01:01");
  });

  test("durations", () => {
    expect([0, 59_999, 60_000, 3_599_999, 3_600_000, 36_061_000].map(durationText)).toEqual([
      "0:00",
      "0:59",
      "1:00",
      "59:59",
      "1:00:00",
      "10:01:01",
    ]);
  });

  test("percentiles", () => {
    expect(percentileText(null)).toBe("–");
    expect(percentileText(50)).toBe("50.0");
  });
});
