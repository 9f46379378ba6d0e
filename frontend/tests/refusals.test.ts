import { afterEach, describe, expect, test } from "vitest";
import { setCatalogue } from "../src/i18n";
import { boardOf } from "../src/session";
import { cardMark, cardName } from "../src/words/cards";
import { knownReasons, refusalSentence } from "../src/words/refusals";
import { opening } from "./messages";

/** Every code of rules.md. */
const REASONS = [
  "unknown_action",
  "game_over",
  "stock_empty",
  "stock_not_empty",
  "no_redeal",
  "waste_empty",
  "source_empty",
  "same_pile",
  "hidden_card",
  "single_card_only",
  "needs_king",
  "ace_takes_nothing",
  "wrong_color",
  "wrong_suit",
  "wrong_rank",
  "foundation_not_ready",
  "nothing_to_undo",
  "out_of_step",
];

const state = {
  ...boardOf(opening()),
  waste: ["2C", "6H"],
  columns: [
    { hidden: 0, cards: ["7D"] },
    { hidden: 0, cards: ["8S", "7D"] },
    { hidden: 0, cards: [] },
    { hidden: 2, cards: ["AS"] },
    { hidden: 1, cards: ["KC"] },
    { hidden: 3, cards: ["5S", "4H"] },
  ],
  foundations: ["2S", null, "AH", null, null, null, null, null],
};

const said = (code: string, action: string): string =>
  refusalSentence({ code, action, state, detail: "The server's words." }, cardMark);

afterEach(() => setCatalogue(null));

describe("refusals", () => {
  test.each(REASONS)("%s has a sentence of its own", (code) => {
    expect(knownReasons()).toContain(code);
    expect(said(code, "zz")).not.toBe("The server's words.");
    expect(said(code, "zz")).toMatch(/^[A-Z].*\.$/);
  });

  test.each([
    ["wrong_color", "wa", "The 6♥ needs a black seven; this is the 7♦."],
    ["wrong_color", "5a", "The colours must alternate."],
    ["wrong_color", "1f", "The 2♠ needs a red three; this is the 4♥."],
    ["wrong_suit", "wa", "The 6♥ needs the 7♥; this is the 7♦."],
    ["wrong_rank", "fb2", "The 5♠ needs a card one rank higher, a six; this is the 7♦."],
    ["wrong_rank", "eb", "The K♣ lies on no other card; this is the 7♦."],
    ["needs_king", "bc2", "An empty column takes only a king; this is the 8♠."],
    ["ace_takes_nothing", "wd", "Nothing can be put on an ace: the 6♥ cannot go on the A♠."],
    ["foundation_not_ready", "wx", "The 6♥ has to wait: the 5♥ must lie on a foundation first."],
    ["hidden_card", "da2", "A run consists of face-up cards: a card still face down cannot move."],
  ])("%s of %s names the cards", (code, action, sentence) => {
    expect(said(code, action)).toBe(sentence);
  });

  test("the spoken sentence says the names", () => {
    const spoken = refusalSentence({ code: "wrong_color", action: "wa", state, detail: "" }, cardName);
    expect(spoken).toBe("The six of hearts needs a black seven; this is the seven of diamonds.");
  });

  test("a code not known here is told in the server's words", () => {
    expect(said("too_late", "s")).toBe("The server's words.");
  });

  test("the sentence is in the player's language", () => {
    setCatalogue({ plural: "n != 1", messages: { "The waste is empty.": ["Kastbunken er tom."] } }, "nb");
    expect(said("waste_empty", "wx")).toBe("Kastbunken er tom.");
  });
});
