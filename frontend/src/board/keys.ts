import type { Layout, Pile } from "./layout";
import type { Rect } from "./measures";
import { type Grip, stockToken } from "./moves";
import { columnId, columnIndex, slotIndex, writeMove } from "./state";
import type { BoardState, BoardText, PileId } from "./types";

export type Way = "left" | "right" | "up" | "down";

const WAYS: Record<string, Way> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The table as the keyboard sees and changes it. */
export interface Desk {
  readonly state: BoardState | null;
  readonly layout: Layout | null;
  readonly interactive: boolean;
  readonly text: BoardText;
  focused(): PileId | null;
  focus(id: PileId): void;
  act(token: string): void;
  say(words: string): void;
  /** Escape during a drag. True when something was let go. */
  letGo(): boolean;
  /** Cursor or picked-up cards are others than before. */
  marked(): void;
  ask(key: "undo" | "help"): void;
}

/** Whether keys go into a text, or into a control that needs them itself. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=textbox], [role=combobox]"))
  );
}

const apart = (a: number, aEnd: number, b: number, bEnd: number): number => Math.max(0, b - aEnd, a - bEnd);

/** The next pile from a card in a direction; columns lead to their neighbours first. */
export function neighbour(layout: Layout, from: PileId, here: Rect, way: Way): PileId | null {
  const sideways = way === "left" || way === "right";
  const step = way === "left" || way === "up" ? -1 : 1;
  const column = columnIndex(from);
  if (sideways && column >= 0 && column + step >= 0) {
    const next = layout.piles.get(columnId(column + step));
    if (next) return next.id;
  }
  let best: { id: PileId; far: number } | null = null;
  for (const pile of layout.piles.values()) {
    const { base, rect } = pile;
    const ahead = (sideways ? base.x - here.x : base.y - here.y) * step;
    if (pile.id === from || ahead < 1) continue;
    const aside = sideways
      ? apart(here.y, here.y + here.h, rect.y, rect.y + rect.h)
      : apart(here.x, here.x + here.w, base.x, base.x + base.w);
    const far = ahead + 3 * aside;
    if (!best || far < best.far) best = { id: pile.id, far };
  }
  return best?.id ?? null;
}

/** Playing by keyboard: where it stands, and what it has picked up. */
export class Keys {
  readonly #desk: Desk;
  #cursor: { pile: PileId; index: number } | null = null;
  #picked: Grip | null = null;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get cursor(): { pile: PileId; index: number } | null {
    const pile = this.#desk.focused();
    return pile === null ? null : { pile, index: this.#indexIn(pile) };
  }

  get picked(): Grip | null {
    return this.#picked;
  }

  /** After a new state: what was picked up may be gone. */
  refresh(): void {
    const { picked } = this;
    const pile = picked && this.#pile(picked.pile);
    if (picked && (pile?.spots.at(-1)?.index ?? -1) + 1 !== picked.index + picked.count) this.#pick(null);
  }

  /** True when the key was meant for the table. */
  press(key: string, command: boolean): boolean {
    const desk = this.#desk;
    if (command) {
      if (key.toLowerCase() !== "z") return false;
      desk.ask("undo");
      return true;
    }
    if (key === "?") desk.ask("help");
    else if (key.toLowerCase() === "s") this.#draw();
    else if (key.toLowerCase() === "x") return this.#toFoundation();
    else if (key === "Escape") return this.#letGo();
    else return this.#onPile(key);
    return true;
  }

  /** Enter, or a screen reader's activation: picks up, puts down, draws. */
  activate(id: PileId): void {
    const { state, interactive } = this.#desk;
    if (!state || !interactive) return;
    if (id === "s") this.#draw();
    else if (this.#picked) this.#putDown(this.#picked, id);
    else this.#pickUp(id);
  }

  #pile(id: PileId): Pile | null {
    return this.#desk.layout?.piles.get(id) ?? null;
  }

  /** The card the keyboard stands on in a pile: where it was left in a column, else the top. */
  #indexIn(id: PileId): number {
    const pile = this.#pile(id);
    const top = pile?.spots.at(-1)?.index ?? -1;
    const first = pile?.spots.find(({ face }) => face !== null)?.index ?? top;
    if (columnIndex(id) < 0 || this.#cursor?.pile !== id) return top;
    return Math.min(top, Math.max(first, this.#cursor.index));
  }

  #draw(): void {
    const { state, interactive } = this.#desk;
    if (state && interactive) this.#desk.act(stockToken(state));
  }

  #toFoundation(): boolean {
    const from = this.#picked?.pile ?? this.#desk.focused();
    if (!from || !this.#desk.interactive) return false;
    const pile = this.#pile(from);
    if (from === "s" || slotIndex(from) >= 0 || !pile?.spots.length) return true;
    this.#pick(null);
    this.#desk.act(writeMove(from, "x", 1));
    return true;
  }

  #letGo(): boolean {
    if (this.#desk.letGo()) return true;
    if (!this.#picked) return false;
    this.#putBack(this.#picked);
    return true;
  }

  #onPile(key: string): boolean {
    const id = this.#desk.focused();
    const way = WAYS[key];
    if (!id) return false;
    if (way) this.#walk(id, way);
    else if (key === "Enter" || key === " ") this.activate(id);
    else return false;
    return true;
  }

  #walk(id: PileId, way: Way): void {
    const { layout } = this.#desk;
    const pile = this.#pile(id);
    if (!layout || !pile) return;
    const index = this.#indexIn(id);
    const spot = pile.spots.find((one) => one.index === index);
    if (columnIndex(id) >= 0 && (way === "up" || way === "down")) {
      const next = pile.spots.find((one) => one.index === index + (way === "up" ? -1 : 1));
      if (next?.face) {
        this.#cursor = { pile: id, index: next.index };
        this.#desk.marked();
        this.#desk.say(this.#desk.text.card(next.face));
        return;
      }
    }
    const to = neighbour(layout, id, spot?.rect ?? pile.base, way);
    if (!to) return;
    this.#cursor = null;
    this.#desk.focus(to);
    this.#desk.marked();
  }

  #pickUp(id: PileId): void {
    const pile = this.#pile(id);
    const top = pile?.spots.at(-1);
    const index = this.#indexIn(id);
    const spot = pile?.spots.find((one) => one.index === index);
    if (!top || !spot?.face) return;
    const grip = { pile: id, index, count: top.index - index + 1 };
    this.#pick(grip);
    this.#desk.say(this.#desk.text.picked(spot.face, grip.count));
  }

  #putDown(grip: Grip, to: PileId): void {
    const foundation = slotIndex(to) >= 0;
    const possible = foundation
      ? grip.count === 1 && slotIndex(grip.pile) < 0
      : columnIndex(to) >= 0 && to !== grip.pile;
    if (!possible) {
      this.#putBack(grip);
      return;
    }
    this.#pick(null);
    this.#cursor = null;
    this.#desk.act(writeMove(grip.pile, foundation ? "x" : to, grip.count));
  }

  #putBack(grip: Grip): void {
    const face = this.#pile(grip.pile)?.spots.find(({ index }) => index === grip.index)?.face;
    this.#pick(null);
    if (face) this.#desk.say(this.#desk.text.putBack(face));
  }

  #pick(grip: Grip | null): void {
    if (this.#picked === grip) return;
    this.#picked = grip;
    this.#desk.marked();
  }
}

/** Listens on the whole page, for S, X and undo act wherever the focus is; returns what undoes it. */
export function listenToKeys(keys: Keys): () => void {
  const press = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || event.isComposing || event.altKey || isTyping(target)) return;
    if (document.querySelector("dialog:modal")) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.shiftKey) return;
    // A key held down walks on, but plays only once.
    if (event.repeat && !(event.key in WAYS)) return;
    if (keys.press(event.key, command)) event.preventDefault();
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
