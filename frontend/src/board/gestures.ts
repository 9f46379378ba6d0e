import { doubleTapToken, dropToken, type Grip, stockToken, tapToken } from "./moves";
import { columnIndex, heightOf, slotIndex } from "./state";
import type { BoardSettings, BoardState, PileId, TableSpec } from "./types";

const DOUBLE_TAP = 300; // ms
const LONG_PRESS = 600; // ms; by finger or pen, longer is neither tap nor drag
const SLACK = { mouse: 4, pen: 6, touch: 8 }; // CSS pixels a pointer may stray and still tap

export interface Pointer {
  id: number;
  x: number;
  y: number;
  /** ms on any clock that only runs forward. */
  time: number;
  kind: "mouse" | "pen" | "touch";
}

/** A card or an empty place under the pointer. */
export interface Touched {
  pile: PileId;
  /** The card, from the bottom of its pile; -1 on an empty place. */
  index: number;
  /** It and all cards on it; 0 on an empty place. */
  count: number;
  /** False for a back or a card not yet known. */
  known: boolean;
}

/** What the gestures need of the table, and what they do to it. */
export interface Hands {
  readonly table: TableSpec;
  readonly settings: BoardSettings;
  readonly state: BoardState;
  touched(x: number, y: number): Touched | null;
  zone(x: number, y: number): PileId | "x" | null;
  /** The middle of the lowest card in the hand. */
  heldMiddle(): { x: number; y: number };
  act(token: string): void;
  lift(grip: Grip): void;
  carry(dx: number, dy: number): void;
  /** Ends a drag: asks for the action, or for nothing. */
  drop(token: string | null): void;
  putBack(): void;
}

interface Press {
  start: Pointer;
  touched: Touched;
  phase: "pressed" | "dragging" | "spent";
}

interface Tap {
  pile: PileId;
  index: number;
  time: number;
  moved: boolean;
}

/** One pointer's way from press to release; a second pointer changes nothing. */
export class Gestures {
  readonly #hands: Hands;
  #press: Press | null = null;
  #lastTap: Tap | null = null;

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  get pointer(): number | null {
    return this.#press?.start.id ?? null;
  }

  get dragging(): boolean {
    return this.#press?.phase === "dragging";
  }

  /** True when this pointer is now followed. */
  down(pointer: Pointer): boolean {
    if (this.#press) return false;
    const touched = this.#hands.touched(pointer.x, pointer.y);
    if (!touched) return false;
    this.#press = { start: pointer, touched, phase: "pressed" };
    return true;
  }

  move(pointer: Pointer): void {
    const press = this.#press;
    if (!press || pointer.id !== press.start.id) return;
    const [dx, dy] = [pointer.x - press.start.x, pointer.y - press.start.y];
    if (press.phase === "pressed" && Math.hypot(dx, dy) > SLACK[pointer.kind]) {
      const { pile, index, count, known } = press.touched;
      // A face-down card of a column can be grabbed, so that its rule is met; one still being drawn cannot.
      const takes = pile !== "s" && count > 0 && (known || pile !== "w");
      const grabs = takes && !isLong(press, pointer) && this.#same(press.touched);
      press.phase = grabs ? "dragging" : "spent";
      if (grabs) this.#hands.lift({ pile, index, count });
    }
    if (press.phase === "dragging") this.#hands.carry(dx, dy);
  }

  up(pointer: Pointer): void {
    const press = this.#press;
    if (!press || pointer.id !== press.start.id) return;
    this.move(pointer);
    this.#press = null;
    if (press.phase === "pressed" && !isLong(press, pointer))
      this.#tap(press.touched, press.start.time, pointer.time);
    if (press.phase === "dragging") this.#drop(press, pointer);
  }

  /** Whatever took the pointer away: nothing is played, what was in the hand goes back. */
  cancel(): void {
    const press = this.#press;
    this.#press = null;
    if (press?.phase === "dragging") this.#hands.putBack();
  }

  #drop({ touched }: Press, pointer: Pointer): void {
    const { table, settings, state } = this.#hands;
    const middle = this.#hands.heldMiddle();
    const zone = this.#hands.zone(pointer.x, pointer.y) ?? this.#hands.zone(middle.x, middle.y);
    this.#hands.drop(dropToken(state, table, settings, touched, zone));
  }

  /** The card pressed is still the one that lies there: the table may have changed meanwhile. */
  #same({ pile, index, count }: Touched): boolean {
    return this.#depth(pile) === index + count;
  }

  #depth(pile: PileId): number {
    const { state } = this.#hands;
    if (pile === "s") return state.stock;
    if (pile === "w") return state.waste.length;
    const column = state.columns[columnIndex(pile)];
    return column
      ? column.hidden + column.cards.length
      : heightOf(state.foundations[slotIndex(pile)] ?? null);
  }

  #tap(touched: Touched, down: number, up: number): void {
    const { state, settings, table } = this.#hands;
    const { pile, index, count, known } = touched;
    const before = this.#lastTap;
    this.#lastTap = null;
    if (pile === "s") {
      this.#hands.act(stockToken(state));
      return;
    }
    const second = settings.doubleClick && before?.pile === pile && down - before.time <= DOUBLE_TAP;
    // The card that the first tap uncovered was not meant.
    if (second && before.moved && index < before.index) return;
    if (!known || !this.#same(touched)) return;
    if (second && !before.moved && before.index === index) {
      const token = doubleTapToken(state, { pile, index, count });
      if (token) this.#hands.act(token);
      return;
    }
    const token = count === 1 ? tapToken(state, table, pile) : null;
    this.#lastTap = { pile, index, time: up, moved: token !== null };
    if (token) this.#hands.act(token);
  }
}

const isLong = (press: Press, pointer: Pointer): boolean =>
  pointer.kind !== "mouse" && pointer.time - press.start.time > LONG_PRESS;
