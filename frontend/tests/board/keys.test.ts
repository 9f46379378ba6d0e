import { beforeEach, describe, expect, test } from "vitest";
import { type Desk, Keys, neighbour } from "../../src/board/keys";
import { type Layout, layout } from "../../src/board/layout";
import type { BoardState, BoardText, PileId } from "../../src/board/types";
import { DOUBLE, position, settings } from "./tables";

const TEXT: BoardText = {
  table: () => "",
  pile: () => "",
  card: (face) => face,
  picked: (face, count) => `picked ${face} ${count}`,
  putBack: (face) => `back ${face}`,
};

class Bench implements Desk {
  readonly text = TEXT;
  readonly asked: string[] = [];
  readonly words: string[] = [];
  readonly keys = new Keys(this);
  interactive = true;
  layout: Layout | null = null;
  state: BoardState | null = null;
  at: PileId | null = "a";

  show(state: BoardState): void {
    this.state = state;
    this.layout = layout(DOUBLE, state, settings(), { width: 1280, height: 690, dpr: 1 });
    this.keys.refresh();
  }

  focused = (): PileId | null => this.at;
  focus(id: PileId): void {
    this.at = id;
  }
  act(token: string): void {
    this.asked.push(token);
  }
  say(words: string): void {
    this.words.push(words);
  }
  letGo = (): boolean => false;
  marked(): void {}
  ask(key: "undo" | "help"): void {
    this.asked.push(key);
  }
  press(...keys: string[]): this {
    for (const key of keys) this.keys.press(key, false);
    return this;
  }
}

let desk: Bench;
beforeEach(() => {
  desk = new Bench();
  desk.show(position(DOUBLE, "s: 3\nw: 5C\n1: AS\na: ## 8S 7H 6S\nb: 9D"));
});

describe("playing by keys", () => {
  test("Enter picks up the last card, an arrow and Enter put it down", () => {
    expect(desk.press("Enter", "ArrowRight", " ").asked).toEqual(["ab"]);
    expect([desk.at, desk.words]).toEqual(["b", ["picked 6S 1"]]);
    expect(desk.keys.picked).toBeNull();
  });

  test("arrows go along the cards of a column, so a run can be taken; never into hidden ones", () => {
    desk.press("ArrowUp", "ArrowUp");
    expect(desk.keys.cursor).toEqual({ pile: "a", index: 1 });
    expect(desk.press("Enter", "ArrowRight", "Enter").asked).toEqual(["ab3"]);
    expect(desk.words).toEqual(["7H", "8S", "picked 8S 3"]);
  });

  test("to a foundation: Enter on any slot, or X", () => {
    desk.press("Enter");
    desk.at = "8";
    expect(desk.press("Enter").asked).toEqual(["ax"]);
    desk.at = "w";
    expect(desk.press("x").asked).toEqual(["ax", "wx"]);
  });

  test("from a foundation back to a column", () => {
    desk.at = "1";
    desk.press("Enter");
    desk.at = "b";
    expect(desk.press("Enter").asked).toEqual(["1b"]);
  });

  test("Escape and the same pile put back, and nothing is asked", () => {
    expect(desk.press("Enter", "Escape", "Enter", "Enter").asked).toEqual([]);
    expect(desk.words).toEqual(["picked 6S 1", "back 6S", "picked 6S 1", "back 6S"]);
  });

  test("S draws, then redeals; ? and command-Z are for the page", () => {
    desk.press("s");
    desk.show(position(DOUBLE, "s: 0\nw: 5C"));
    desk.press("S", "?");
    desk.keys.press("z", true);
    expect(desk.asked).toEqual(["s", "r", "help", "undo"]);
  });

  test("a card that is gone is no longer picked up", () => {
    desk.press("Enter");
    desk.show(position(DOUBLE, "a: ## 8S 7H\nb: 9D"));
    expect(desk.keys.picked).toBeNull();
  });

  test("who only watches can walk but not play", () => {
    desk.interactive = false;
    expect(desk.press("Enter", "ArrowRight", "s", "x").asked).toEqual([]);
    expect(desk.at).toBe("b");
  });

  test("without focus on the table only S, ? and undo mean anything", () => {
    desk.at = null;
    for (const key of ["Enter", " ", "ArrowUp", "x", "Tab", "a"])
      expect(desk.keys.press(key, false)).toBe(false);
    expect(desk.asked).toEqual([]);
  });
});

describe("arrows between piles", () => {
  test("reach every pile from every other", () => {
    const where = desk.layout as Layout;
    const reached = new Set<PileId>(["a"]);
    const queue: PileId[] = ["a"];
    for (let id = queue.pop(); id; id = queue.pop())
      for (const way of ["left", "right", "up", "down"] as const) {
        const base = where.piles.get(id)?.base;
        const next = base && neighbour(where, id, base, way);
        if (next && !reached.has(next)) {
          reached.add(next);
          queue.push(next);
        }
      }
    expect(reached.size).toBe(where.piles.size);
  });
});
