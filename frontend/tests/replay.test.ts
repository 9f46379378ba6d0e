import { describe, expect, test } from "vitest";
import { type ReplayStep, readAt, readFrames, waitBefore } from "../src/frames";
import { afterDraw, afterFirst, drawActed, firstActed, opening } from "./messages";

describe("the address of a position (R01)", () => {
  test.each([
    ["17", 17],
    ["0", 0],
    ["40", 40],
    ["41", 40],
    ["1e9", 40],
    ["1000000000", 40],
    ["9".repeat(400), 40],
    ["-1", 0],
    ["abc", 0],
    ["", 0],
    [null, 0],
    ["17.5", 0],
    ["0x11", 0],
    ["Infinity", 0],
    [" 5 ", 5],
  ])("%j is %i", (text, at) => {
    expect(readAt(text, 40)).toBe(at);
  });
});

test("frames are the opening and the position after each log entry", () => {
  const steps = [firstActed(), drawActed()].map((acted) => ({ ...acted, ms: 840 }) as unknown as ReplayStep);
  const frames = readFrames({ view: opening(), steps });
  expect(frames.map((frame) => frame.action)).toEqual([null, "ce", "s"]);
  expect(frames[1]?.view).toMatchObject({ columns: afterFirst().columns, stock: 59, seq: 1 });
  expect(frames[2]?.view).toMatchObject({ columns: afterDraw().columns, waste: ["QH"], score: 5, moves: 2 });
});

test("a replay keeps the real pace, quickened, with long pauses cut to two seconds", () => {
  expect(waitBefore(800, 1)).toBe(800);
  expect(waitBefore(800, 4)).toBe(200);
  expect(waitBefore(90_000, 1)).toBe(2_000);
  expect(waitBefore(90_000, 8)).toBe(250);
  expect(waitBefore(0, 32)).toBeGreaterThan(0);
});
