import { glideTime } from "./anim";
import { Gestures, type Hands, type Touched } from "./gestures";
import { listenToPointers } from "./input";
import { type Desk, Keys, listenToKeys } from "./keys";
import { dropZone, hit, type Layout } from "./layout";
import { type Grip, takers } from "./moves";
import type { Render } from "./render";
import { Stage } from "./stage";
import { columnIndex, readMove, slotIndex } from "./state";
import type { Board, BoardOptions, BoardSettings, BoardState, PileId, TableSpec } from "./types";

const SETTLE = 80; // ms from where a card was dropped to its place
const NUDGE = 26; // CSS pixels a refused card is seen to come back
const JUST_HOME = 500; // ms; a card that slid home so lately has told its refusal already

const NOTHING: BoardState = { stock: 0, waste: [], columns: [], foundations: [], legal: [] };

/** Joins what is seen with what the hands and keys of one player do. */
export class TableBoard implements Board, Hands, Desk {
  readonly #options: BoardOptions;
  readonly #stage: Stage;
  readonly #gestures = new Gestures(this);
  readonly #keys = new Keys(this);
  readonly #unlisten: (() => void)[];
  interactive: boolean;
  #hints: ReadonlySet<PileId | "x"> = new Set();
  #dropping = false;
  #lastHome = Number.NEGATIVE_INFINITY;

  constructor(options: BoardOptions, render: Render) {
    this.#options = options;
    this.interactive = options.interactive;
    const { host } = options;
    // Cards that lie elsewhere after a change of size are no longer those under the pointer.
    const resized = (): void => this.#gestures.cancel();
    this.#stage = new Stage(options, render, () => this.#marks(), resized);
    const { root } = this.#stage.twin;
    this.#stage.twin.setInteractive(options.interactive);
    root.addEventListener("focusin", this.#stage.schedule);
    root.addEventListener("focusout", this.#stage.schedule);
    root.addEventListener("click", this.#clicked);
    root.addEventListener("pointermove", this.#hovered);
    this.#unlisten = [listenToPointers(host, root, this.#gestures), listenToKeys(this.#keys)];
  }

  // Board: what the page may ask.

  show(state: BoardState, how: { animate?: boolean } = {}): void {
    const { held } = this.#stage;
    if (held && !this.#dropping && samePile(held.pile, this.state, state)) {
      this.#stage.showAround(state);
      const count = this.#stage.spotsFrom(held.pile, held.index).length;
      this.#hints = this.#hintsFor({ ...held, count });
      return;
    }
    const glide = how.animate === false ? 0 : glideTime(this.settings);
    this.#stage.show(state, this.#dropping ? Math.min(glide, SETTLE) : glide);
    // Another hand changed the pile the cards in this one came from. A mere press may still become a tap.
    if (held && !this.#dropping) this.#gestures.cancel();
    const { picked } = this.#keys;
    this.#keys.refresh();
    this.#hints = picked && picked === this.#keys.picked ? this.#hintsFor(picked) : new Set();
  }

  slideBack(token: string): void {
    const move = readMove(token);
    const pile = this.layout?.piles.get(move?.from ?? "s");
    if (!pile || this.#stage.held || performance.now() - this.#lastHome < JUST_HOME) return;
    const spots = pile.spots.slice(-(move?.count ?? 1));
    if (spots.some((spot) => this.#stage.isMoving(spot))) return;
    const target = this.layout?.piles.get(move?.to === "x" ? "1" : (move?.to ?? ""));
    this.#stage.glideHome(spots, target && target.base.x < pile.base.x ? -NUDGE : NUDGE, 0);
  }

  configure(settings: Partial<BoardSettings>): void {
    this.#gestures.cancel();
    this.#stage.settings = { ...this.settings, ...settings };
    this.#stage.reframe();
  }

  setInteractive(on: boolean): void {
    this.interactive = on;
    if (!on) this.#gestures.cancel();
    this.#stage.twin.setInteractive(on);
  }

  focusPile(id?: PileId): void {
    this.#stage.twin.focus(id);
  }

  destroy(): void {
    for (const unlisten of this.#unlisten) unlisten();
    this.#stage.destroy();
  }

  // Hands: what gestures see and do.

  get table(): TableSpec {
    return this.#options.table;
  }

  get settings(): BoardSettings {
    return this.#stage.settings;
  }

  get state(): BoardState {
    return this.#stage.state ?? NOTHING;
  }

  touched(x: number, y: number): Touched | null {
    const found = this.interactive && this.layout && hit(this.layout, x, y);
    if (!found) return null;
    const { pile, spot } = found;
    const top = pile.spots.at(-1)?.index ?? -1;
    if (!spot) return { pile: pile.id, index: -1, count: 0, known: false };
    // Of the waste's fan only the last card can be taken.
    if (pile.id === "w" && spot.index !== top) return { pile: "w", index: top, count: 0, known: false };
    return { pile: pile.id, index: spot.index, count: top - spot.index + 1, known: spot.face !== null };
  }

  zone(x: number, y: number): PileId | "x" | null {
    return this.layout && dropZone(this.layout, x, y);
  }

  heldMiddle(): { x: number; y: number } {
    const { held } = this.#stage;
    const rect = held && this.#stage.spotsFrom(held.pile, held.index)[0]?.rect;
    if (!held || !rect) return { x: -1, y: -1 };
    return { x: rect.x + held.dx + rect.w / 2, y: rect.y + held.dy + rect.h / 2 };
  }

  act(token: string): void {
    this.#options.onAction(token);
  }

  lift(grip: Grip): void {
    this.#hints = this.#hintsFor(grip);
    this.#stage.twin.root.style.cursor = "grabbing";
    this.#stage.lift(grip.pile, grip.index);
  }

  carry(dx: number, dy: number): void {
    this.#stage.carry(dx, dy);
  }

  drop(token: string | null): void {
    this.#dropping = true;
    try {
      if (token) this.#options.onAction(token);
    } finally {
      this.#dropping = false;
    }
    // The page answers a legal action by showing what came of it, at once; if it did not, the card goes home.
    this.putBack();
  }

  putBack(): void {
    this.#hints = new Set();
    this.#stage.twin.root.style.cursor = "";
    if (!this.#stage.held) return;
    this.#lastHome = performance.now();
    this.#stage.release();
  }

  // Desk: what the keyboard sees and does.

  get layout(): Layout | null {
    return this.#stage.layout;
  }

  get text(): BoardOptions["text"] {
    return this.#options.text;
  }

  focused(): PileId | null {
    return this.#stage.twin.focused;
  }

  focus(id: PileId): void {
    this.#stage.twin.focus(id);
  }

  say(words: string): void {
    this.#options.announce?.(words);
  }

  letGo(): boolean {
    if (!this.#gestures.dragging) return false;
    this.#gestures.cancel();
    return true;
  }

  marked(): void {
    const { picked } = this.#keys;
    this.#stage.twin.setPicked(picked?.pile ?? null);
    this.#hints = picked ? this.#hintsFor(picked) : new Set();
    this.#stage.schedule();
  }

  ask(key: "undo" | "help"): void {
    this.#options.onKey?.(key);
  }

  // Within.

  #marks(): { hints: ReadonlySet<PileId | "x">; cursor: Keys["cursor"]; picked: Grip | null } {
    const cursor = this.#stage.twin.focusShows ? this.#keys.cursor : null;
    return { hints: this.#hints, cursor, picked: this.#keys.picked };
  }

  #hintsFor(grip: Grip): ReadonlySet<PileId | "x"> {
    return this.settings.placementHelp ? takers(this.state, grip) : new Set();
  }

  /** A click no pointer made is a screen reader's; those of pointers were gestures already. */
  readonly #clicked = (event: MouseEvent): void => {
    const pile = this.#stage.twin.pileOf(event.target);
    if (event.detail === 0 && pile) this.#keys.activate(pile);
  };

  readonly #hovered = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" || this.#gestures.pointer !== null) return;
    const { root } = this.#stage.twin;
    const box = root.getBoundingClientRect();
    const touched = this.touched(event.clientX - box.left, event.clientY - box.top);
    root.style.cursor = touched && (touched.count > 0 || touched.pile === "s") ? "pointer" : "";
  };
}

/** Whether a pile holds the same in two states. */
function samePile(id: PileId, before: BoardState, after: BoardState): boolean {
  const content = (state: BoardState): string =>
    JSON.stringify(
      id === "w" ? state.waste : (state.columns[columnIndex(id)] ?? state.foundations[slotIndex(id)]),
    );
  return content(before) === content(after);
}
