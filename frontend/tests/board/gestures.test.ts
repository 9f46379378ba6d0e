import { describe, expect, test } from "vitest";
import { Gestures, type Hands, type Pointer, type Touched } from "../../src/board/gestures";
import type { Grip } from "../../src/board/moves";
import { applyAction } from "../../src/board/state";
import type { BoardSettings, BoardState, TableSpec } from "../../src/board/types";
import { DOUBLE, FORTY, position, settings } from "./tables";

/** Hands over a table where pile names stand for places: x is the place's number, y the card in the pile. */
class Rehearsal implements Hands {
  readonly asked: string[] = [];
  readonly done: string[] = [];
  readonly gestures = new Gestures(this);
  #time = 1000;

  constructor(
    readonly table: TableSpec,
    public state: BoardState,
    readonly settings: BoardSettings,
  ) {}

  static readonly PLACES = "swabcdefghij12345678x.";
  readonly #at = (x: number): string => Rehearsal.PLACES.charAt(Math.floor(x / 100));

  touched(x: number, y: number): Touched | null {
    const pile = this.#at(x);
    const depth = this.depth(pile);
    if (pile === ".") return null;
    const index = Math.min(depth - 1, Math.floor(y / 100));
    const hidden = this.state.columns[pile.charCodeAt(0) - 97]?.hidden ?? 0;
    return {
      pile,
      index,
      count: depth - index - (depth === 0 ? 1 : 0),
      known: depth > 0 && index >= hidden && (pile !== "w" || this.state.waste[index] !== null),
    };
  }

  depth(pile: string): number {
    if (pile === "s") return this.state.stock;
    if (pile === "w") return this.state.waste.length;
    const column = this.state.columns[pile.charCodeAt(0) - 97];
    if (column) return column.hidden + column.cards.length;
    const top = this.state.foundations[Number(pile) - 1];
    return top ? "A23456789TJQK".indexOf(top.charAt(0)) + 1 : 0;
  }

  zone(x: number): string | null {
    const pile = this.#at(x);
    return /[1-8x]/.test(pile) ? "x" : /[a-j]/.test(pile) ? pile : null;
  }

  heldMiddle(): { x: number; y: number } {
    return { x: -1, y: -1 };
  }

  act(token: string): void {
    this.asked.push(token);
    if (this.state.legal.includes(token)) this.state = applyAction(this.state, this.table, token);
  }

  lift({ pile, index, count }: Grip): void {
    this.done.push(`lift ${pile}${index}+${count}`);
  }

  carry(): void {
    this.done.push("carry");
  }

  drop(token: string | null): void {
    this.done.push(token === null ? "home" : "drop");
    if (token) this.act(token);
  }

  putBack(): void {
    this.done.push("back");
  }

  pointer(pile: string, index: number, some: Partial<Pointer> = {}): Pointer {
    const x = Rehearsal.PLACES.indexOf(pile) * 100 + 50;
    return { id: 1, x, y: index * 100 + 50, time: this.#time, kind: "mouse", ...some };
  }

  tap(pile: string, index = 99, after = 1000, kind: Pointer["kind"] = "mouse", held = 50): this {
    this.#time += after;
    this.gestures.down(this.pointer(pile, index, { kind }));
    this.#time += held;
    this.gestures.up(this.pointer(pile, index, { kind }));
    return this;
  }

  drag(from: string, index: number, to: string): this {
    this.#time += 1000;
    this.gestures.down(this.pointer(from, index));
    this.gestures.move(this.pointer(to, 0));
    this.gestures.up(this.pointer(to, 0));
    return this;
  }
}

const on = (table: TableSpec, picture: string, legal: string, some: Partial<BoardSettings> = {}): Rehearsal =>
  new Rehearsal(table, position(table, picture, legal), settings(some));

describe("tap", () => {
  test("the top card goes to a foundation that takes it, at once", () => {
    expect(on(DOUBLE, "a: 5C AH", "ax ab").tap("a").asked).toEqual(["ax"]);
    expect(on(DOUBLE, "w: 5C AH", "wx wa").tap("w").asked).toEqual(["wx"]);
  });

  test("of two equal cards, the tapped one (E11)", () => {
    const hands = on(DOUBLE, "3: AH\na: 9C 2H\ne: 5S 2H", "ax ex").tap("e");
    expect(hands.asked).toEqual(["ex"]);
    expect(hands.state.columns[0]?.cards).toEqual(["9C", "2H"]);
  });

  test("what no foundation takes stays, on Double Solitaire the waste card too", () => {
    expect(on(DOUBLE, "a: 5C\nw: 4H", "wa").tap("a").tap("w", 99, 400).asked).toEqual([]);
  });

  test("Forty Thieves: the waste card goes to the longest column that takes it, never to an empty one", () => {
    const picture = "w: 4H\na: 5H\nb: 9C 5H\nc: 9D 5H\nd:";
    expect(on(FORTY, picture, "wa wb wc wd").tap("w").asked).toEqual(["wb"]);
    expect(on(FORTY, picture, "wd").tap("w").asked).toEqual([]);
    expect(on(FORTY, `${picture}\n2: 3H`, "wx wa wb wd").tap("w").asked).toEqual(["wx"]);
  });

  test("the stock draws or redeals, as fast as one likes", () => {
    expect(on(DOUBLE, "s: 9", "s").tap("s").tap("s", 0, 80).tap("s", 0, 80).asked).toEqual(["s", "s", "s"]);
    expect(on(DOUBLE, "s: 0\nw: 4H", "r").tap("s").asked).toEqual(["r"]);
    expect(on(FORTY, "s: 0\nw: 4H", "").tap("s").asked).toEqual(["r"]);
  });

  test("a card inside a column or a hidden one is no top card", () => {
    expect(on(DOUBLE, "a: ## AH 5C", "ax").tap("a", 1).tap("a", 0).asked).toEqual([]);
  });
});

describe("double tap", () => {
  const picture = "a: ## 7H 6S\nb: 9C 7D\nc: ## ## 7H\nd:";
  test("sends the card to the longest column that takes it", () => {
    expect(on(DOUBLE, picture, "ab ac ad").tap("a").tap("a", 99, 150).asked).toEqual(["ac"]);
    expect(on(DOUBLE, picture, "ab ad").tap("a").tap("a", 99, 150).asked).toEqual(["ab"]);
  });

  test("else to the leftmost empty column", () => {
    expect(on(FORTY, "a: 5C\nb:\nc:", "ab ac").tap("a").tap("a", 99, 150).asked).toEqual(["ab"]);
  });

  test("moves a run from a card inside a column", () => {
    expect(on(DOUBLE, "a: ## 8S 7H 6S\nb: 9D", "ab3").tap("a", 1).tap("a", 1, 150).asked).toEqual(["ab3"]);
  });

  test("is over after 300 ms, by setting, or on another card", () => {
    expect(on(DOUBLE, picture, "ab").tap("a").tap("a", 99, 301).asked).toEqual([]);
    expect(on(DOUBLE, picture, "ab", { doubleClick: false }).tap("a").tap("a", 99, 100).asked).toEqual([]);
    expect(on(DOUBLE, picture, "ab ab2").tap("a", 1).tap("a", 2, 100).asked).toEqual([]);
  });

  test("never acts on a card that the first tap uncovered", () => {
    const hands = on(DOUBLE, "3: AH\na: 3H 2H\nw: 4H", "ax").tap("a");
    hands.state = { ...hands.state, legal: ["ax", "ab"] };
    expect(hands.tap("a", 99, 150).asked).toEqual(["ax"]);
    expect(hands.tap("a", 99, 150).asked).toEqual(["ax", "ax"]);
  });

  test("two taps on two piles are two taps", () => {
    const hands = on(DOUBLE, "3: AH\n4: AH\na: 2H\ne: 2H", "ax ex").tap("a");
    hands.state = { ...hands.state, legal: ["ex"] };
    expect(hands.tap("e", 99, 60).asked).toEqual(["ax", "ex"]);
  });
});

describe("drag", () => {
  test("a card or a run to a column, legal or not", () => {
    expect(on(DOUBLE, "a: ## 8S 7H 6S\nb: 9D", "ab3").drag("a", 1, "b").asked).toEqual(["ab3"]);
    expect(on(DOUBLE, "a: 8S\nb: 3D", "").drag("a", 0, "b").asked).toEqual(["ab"]);
    expect(on(FORTY, "a: 8S 7S\nb: 9S", "ab").drag("a", 0, "b").asked).toEqual(["ab2"]);
    expect(on(DOUBLE, "a: ## 8S\nb: 9D", "ab").drag("a", 0, "b").asked).toEqual(["ab2"]);
  });

  test("anywhere in the foundation area finds the slot; a run does not belong there", () => {
    expect(on(DOUBLE, "a: 5C AH", "ax").drag("a", 1, "8").asked).toEqual(["ax"]);
    expect(on(DOUBLE, "w: AH", "wx").drag("w", 0, "x").asked).toEqual(["wx"]);
    const run = on(DOUBLE, "a: 2S AH", "ax").drag("a", 0, "x");
    expect([run.asked, run.done.at(-1)]).toEqual([[], "home"]);
  });

  test("a foundation's top card back to a column", () => {
    expect(on(DOUBLE, "3: 4H\na: 5S", "3a").drag("3", 3, "a").asked).toEqual(["3a"]);
    expect(on(DOUBLE, "3: 4H\na: 5S", "3a").drag("3", 3, "4").asked).toEqual([]);
  });

  test("onto its own pile or the felt is nothing", () => {
    const own = on(DOUBLE, "a: ## 8S 7H", "ab");
    own.gestures.down(own.pointer("a", 2));
    own.gestures.move(own.pointer("b", 0));
    own.gestures.up(own.pointer("a", 0));
    expect([own.asked, own.done.at(-1)]).toEqual([[], "home"]);
    expect(on(DOUBLE, "a: 8S\nb: 9D", "ab", { autoPlace: true }).drag("a", 0, ".").asked).toEqual([]);
    expect(on(FORTY, "a: 8S\nb: 9S", "ab").drag("a", 0, ".").asked).toEqual([]);
  });

  test("auto-place (Forty Thieves): a drop elsewhere goes where a double tap would", () => {
    const hands = on(FORTY, "a: 8S\nb: 9S\nc: 4D 9S", "ab ac", { autoPlace: true });
    expect(hands.drag("a", 0, ".").asked).toEqual(["ac"]);
    expect(on(FORTY, "a: 8S\nb: 9S", "ab", { autoPlace: true }).drag("a", 0, "a").asked).toEqual([]);
  });

  test("a card still being drawn stays", () => {
    expect(on(DOUBLE, "w: 5C ??\nb: 9D", "").drag("w", 1, "b").done).toEqual([]);
  });

  test("the stock is not dragged", () => {
    expect(on(DOUBLE, "s: 9", "s").drag("s", 0, "a").done).toEqual([]);
  });
});

describe("what ends a gesture", () => {
  const start = (): Rehearsal => {
    const hands = on(DOUBLE, "a: 8S\nb: 9D\nc: AH", "ab cx");
    hands.gestures.down(hands.pointer("a", 0));
    hands.gestures.move(hands.pointer("b", 0));
    return hands;
  };

  test("a cancel puts the card back, asks nothing, and the next drag works", () => {
    const hands = start();
    hands.gestures.cancel();
    hands.gestures.up(hands.pointer("b", 0));
    expect([hands.asked, hands.done.at(-1)]).toEqual([[], "back"]);
    expect(hands.drag("a", 0, "b").asked).toEqual(["ab"]);
  });

  test("a second pointer disturbs nothing", () => {
    const hands = start();
    expect(hands.gestures.down(hands.pointer("c", 0, { id: 2 }))).toBe(false);
    hands.gestures.move(hands.pointer("x", 0, { id: 2 }));
    hands.gestures.up(hands.pointer("c", 0, { id: 2 }));
    expect(hands.asked).toEqual([]);
    hands.gestures.up(hands.pointer("b", 0));
    expect(hands.asked).toEqual(["ab"]);
  });

  test("a finger held long is neither tap nor drag", () => {
    const hands = on(DOUBLE, "c: AH", "cx").tap("c", 0, 1000, "touch", 700);
    const pointer = hands.pointer("c", 0, { kind: "touch" });
    hands.gestures.down(pointer);
    hands.gestures.move(hands.pointer("b", 0, { kind: "touch", time: pointer.time + 700 }));
    hands.gestures.up(hands.pointer("b", 0, { kind: "touch", time: pointer.time + 800 }));
    expect([hands.asked, hands.done]).toEqual([[], []]);
    expect(on(DOUBLE, "c: AH", "cx").tap("c", 0, 1000, "mouse", 900).asked).toEqual(["cx"]);
  });

  test("a card that is no longer the one pressed is not taken", () => {
    const hands = on(DOUBLE, "a: 8S 7H\nb: 9D", "ax");
    hands.gestures.down(hands.pointer("a", 1));
    hands.state = position(DOUBLE, "a: 8S", "ax");
    hands.gestures.up(hands.pointer("a", 1));
    expect(hands.asked).toEqual([]);
  });
});
