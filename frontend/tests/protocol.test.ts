import { describe, expect, test } from "vitest";
import { applyActed, readBoardMessage, readGameMessage } from "../src/protocol";
import { afterDraw, afterFirst, drawActed, firstActed, fixture, opening } from "./messages";

describe("messages of a game", () => {
  test.each(["state", "acted", "acted-draw", "refused", "error", "tick"])("%s is read", (name) => {
    const sent = JSON.parse(fixture(`game-${name}`));
    expect(readGameMessage(fixture(`game-${name}`))).toEqual(sent);
  });

  test("an acted message changes the piles it names and every scalar", () => {
    expect(firstActed().action).toBe("ce");
    const view = afterFirst();
    expect(view.columns[4]).toEqual({ hidden: 4, cards: ["4C", "3H"] });
    expect(view.columns[2]?.hidden).toBe(1);
    expect(view.seq).toBe(1);
    expect(view.legal).toEqual(firstActed().legal);
    expect(afterDraw().stock).toBe(58);
    expect(afterDraw().waste).toEqual(["QH"]);
    expect(afterDraw().duration_ms).toBe(840);
  });

  test("the view it was applied to stays as it was", () => {
    const before = opening();
    applyActed(before, firstActed());
    expect(before).toEqual(opening());
  });

  test.each([
    "",
    "[]",
    "null",
    "{",
    '{"type":"state"}',
    '{"type":"state","view":{"seq":1}}',
    '{"type":"acted","seq":"1","action":"s","piles":{},"legal":[]}',
    '{"type":"acted","seq":1,"action":"s","piles":{"s":"many"},"legal":[]}',
    '{"type":"acted","seq":1,"action":"s","piles":{"z":3},"legal":[]}',
    '{"type":"acted","seq":1,"action":"s","piles":{},"legal":[1]}',
    '{"type":"acted","seq":1,"action":"s","piles":{},"legal":[],"score_text":416}',
    '{"type":"tick","seq":1.5,"status":"playing"}',
    '{"type":"tick","seq":1,"status":"lost"}',
    '{"type":"surprise"}',
  ])("%j is no message", (text) => {
    expect(readGameMessage(text)).toBeNull();
  });

  test("fields not known yet are left alone", () => {
    const sent = { ...JSON.parse(fixture("game-tick")), later: true };
    expect(readGameMessage(JSON.stringify(sent))).toMatchObject({ type: "tick", seq: 2 });
    expect(applyActed(afterFirst(), drawActed())).not.toHaveProperty("piles");
  });
});

describe("messages of a board", () => {
  test.each(["board", "me", "tick"])("%s is read", (name) => {
    const sent = JSON.parse(fixture(`board-${name}`));
    expect(readBoardMessage(fixture(`board-${name}`))).toEqual(sent);
  });

  test("one's own row may be gone", () => {
    expect(readBoardMessage('{"type":"me","entry":null}')).toEqual({ type: "me", entry: null });
  });

  test.each([
    '{"type":"board","version":1,"total":1,"entries":[{"rank":1}]}',
    '{"type":"board","version":"1","total":0,"entries":[]}',
    '{"type":"me","entry":{"player":"Ann"}}',
    '{"type":"tick"}',
  ])("%s is no message", (text) => {
    expect(readBoardMessage(text)).toBeNull();
  });
});
