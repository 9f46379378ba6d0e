import { expect, test } from "vitest";
import { canFinish } from "../src/panels/finish";
import { GameTime } from "../src/panels/gametime";
import { boardOf } from "../src/session";
import { readSettings, SETTINGS } from "../src/settings";
import { waitBefore } from "../src/socket";
import { opening } from "./messages";

test("settings kept by an older version or by somebody else are read as far as they fit", () => {
  expect(readSettings(null)).toEqual(SETTINGS);
  expect(readSettings("{")).toEqual(SETTINGS);
  expect(readSettings('"text"')).toEqual(SETTINGS);
  const kept = { doubleClick: false, theme: "dark", animation: "wild", showTime: "no", other: 1 };
  expect(readSettings(JSON.stringify(kept))).toEqual({ ...SETTINGS, doubleClick: false, theme: "dark" });
});

test("the defaults of rules.md", () => {
  expect(SETTINGS).toMatchObject({
    doubleClick: true,
    placementHelp: true,
    interactiveRules: true,
    autoPlace: false,
    typeMoves: false,
    showTime: true,
  });
});

test("finishing is offered only when nothing is hidden and stock and waste are empty", () => {
  const open = { ...boardOf(opening()), stock: 0, waste: [], columns: [{ hidden: 0, cards: ["KH", "QS"] }] };
  expect(canFinish(open)).toBe(true);
  expect(canFinish({ ...open, stock: 1 })).toBe(false);
  expect(canFinish({ ...open, waste: ["2H"] })).toBe(false);
  expect(canFinish({ ...open, columns: [{ hidden: 1, cards: ["KH"] }] })).toBe(false);
  expect(canFinish({ ...open, columns: [{ hidden: 0, cards: [] }] })).toBe(false);
});

test("new connections are tried soon, later more rarely, never all at the same moment", () => {
  expect(waitBefore(0, 0)).toBe(125);
  expect(waitBefore(0, 1)).toBe(250);
  expect(waitBefore(20, 1)).toBe(2_000);
  expect(waitBefore(20, 0)).toBe(1_000);
});

test("the time goes on from what the server told last, and stands still when the game is over", () => {
  const time = new GameTime();
  time.take({ ...opening(), seq: 3, duration_ms: 5_000 }, 100);
  expect(time.at(1_100)).toBe(6_000);
  time.take({ ...opening(), seq: 3, duration_ms: 5_000 }, 1_100);
  expect(time.at(1_100)).toBe(6_000);
  time.take({ ...opening(), seq: 4, duration_ms: 7_000, status: "won" }, 2_000);
  expect(time.at(9_000)).toBe(7_000);
});

test("before the first action no time passes", () => {
  const time = new GameTime();
  time.take(opening(), 0);
  expect(time.at(60_000)).toBe(0);
});
