import { glideTime, isOver, type Motion, motionsBetween, placeKey, positionAt } from "./anim";
import { type Held, Twin } from "./aria";
import { type Frame, frameFor } from "./frame";
import { Gestures, type Hands, type Touched } from "./gestures";
import { listenToPointers } from "./input";
import { type Desk, Keys, listenToKeys } from "./keys";
import { dropZone, hit, type Layout, layOut } from "./layout";
import type { Rect } from "./measures";
import { type Grip, takers } from "./moves";
import { type Palette, readPalette, watchTheme } from "./palette";
import type { Render } from "./render";
import { Sprites } from "./sprites";
import { pileIds, readMove } from "./state";
import { Surface } from "./surface";
import type { Board, BoardOptions, BoardSettings, BoardState, PileId, TableSpec } from "./types";

const SETTLE = 80; // ms from a drop to its place
const HOME = 240; // ms at most back home
const NUDGE = 26; // CSS pixels a refused card is seen to come back

/** The order in which the table is read: stock, waste, foundations, columns. */
const readingOrder = (table: TableSpec): PileId[] => pileIds(table).toSorted((a, b) => rank(a) - rank(b));
const rank = (id: PileId): number => (id === "s" ? 0 : id === "w" ? 1 : /\d/.test(id) ? 2 : 3);

/** Joins state, picture, twin and hands of one table. */
export class TableBoard implements Board, Hands, Desk {
  readonly table: TableSpec;
  readonly #options: BoardOptions;
  readonly #render: Render;
  readonly #surface: Surface;
  readonly #sprites: Sprites;
  readonly #twin: Twin;
  readonly #gestures: Gestures;
  readonly #keys: Keys;
  readonly #undo: (() => void)[];
  settings: BoardSettings;
  interactive: boolean;
  #palette: Palette;
  #frame: Frame | null = null;
  #state: BoardState | null = null;
  #layout: Layout | null = null;
  #motions = new Map<string, Motion>();
  #held: Held | null = null;
  #hints: ReadonlySet<PileId | "x"> = new Set();
  #dropping = false;
  #lastHome = Number.NEGATIVE_INFINITY;
  #picture = 0;

  constructor(options: BoardOptions, render: Render) {
    this.#options = options;
    this.#render = render;
    this.table = options.table;
    this.settings = { ...options.settings };
    this.interactive = options.interactive;
    const { host } = options;
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    this.#palette = readPalette(host);
    this.#sprites = new Sprites(options.cards, this.#schedule);
    this.#surface = new Surface(host, this.#resized);
    this.#surface.canvas.style.touchAction = "pinch-zoom";
    this.#twin = new Twin(host, options.table, options.text, readingOrder(options.table));
    this.#twin.setInteractive(options.interactive);
    this.#gestures = new Gestures(this);
    this.#keys = new Keys(this);
    const { root } = this.#twin;
    root.addEventListener("focusin", this.#schedule);
    root.addEventListener("focusout", this.#schedule);
    root.addEventListener("click", this.#clicked);
    root.addEventListener("pointermove", this.#hovered);
    this.#undo = [
      listenToPointers(host, root, this.#gestures),
      listenToKeys(this.#keys),
      watchTheme(this.#themeChanged),
    ];
    this.#reframe();
    this.#schedule();
  }

  // Board: what the page may ask.

  show(state: BoardState, how: { animate?: boolean } = {}): void {
    const before = this.#state;
    const now = performance.now();
    const held = this.#held;
    if (held && !this.#dropping && this.#isUntouched(held, before, state)) {
      this.#state = state;
      this.#layout = this.#frame && layOut(this.#frame, this.table, state);
      this.#hints = this.#hintsFor({ ...held, count: this.#countFrom(held) });
      this.#sync();
      return;
    }
    const seenAt = this.#seen(now);
    const old = this.#layout;
    this.#state = state;
    this.#layout = this.#frame && layOut(this.#frame, this.table, state);
    this.#held = null;
    this.#hints = new Set();
    if (held && !this.#dropping) this.#gestures.cancel();
    const full = how.animate === false ? 0 : glideTime(this.settings);
    const time = this.#dropping ? Math.min(full, SETTLE) : full;
    this.#motions =
      before && old && this.#layout
        ? motionsBetween(before, state, this.table, this.#layout, seenAt, now, time)
        : new Map();
    for (const [key, motion] of this.#motions)
      if (held && key.startsWith(`${held.pile}:`)) motion.travels = true;
    this.#keys.refresh();
    this.#sync();
  }

  slideBack(token: string): void {
    const move = readMove(token);
    const pile = this.#layout?.piles.get(move?.from ?? "s");
    const now = performance.now();
    if (!pile || this.#held || now - this.#lastHome < 2 * HOME) return;
    const spots = pile.spots.slice(-(move?.count ?? 1));
    if (spots.some(({ index }) => this.#motions.has(placeKey(pile.id, index)))) return;
    const target = move && this.#layout?.piles.get(move.to === "x" ? "1" : move.to)?.base;
    const way = target && target.x < pile.base.x ? -NUDGE : NUDGE;
    const from = spots.map(({ rect }) => ({ ...rect, x: rect.x + way }));
    this.#glideHome(pile.id, spots, from);
  }

  configure(settings: Partial<BoardSettings>): void {
    this.settings = { ...this.settings, ...settings };
    this.#gestures.cancel();
    this.#reframe();
  }

  setInteractive(on: boolean): void {
    this.interactive = on;
    if (!on) this.#gestures.cancel();
    this.#twin.setInteractive(on);
  }

  focusPile(id?: PileId): void {
    this.#twin.focus(id);
  }

  destroy(): void {
    cancelAnimationFrame(this.#picture);
    for (const undo of this.#undo) undo();
    this.#surface.destroy();
    this.#twin.root.remove();
  }

  // Hands: what gestures see and do.

  get state(): BoardState {
    return this.#state ?? { stock: 0, waste: [], columns: [], foundations: [], legal: [] };
  }

  touched(x: number, y: number): Touched | null {
    const found = this.interactive && this.#layout && hit(this.#layout, x, y);
    if (!found) return null;
    const { pile, spot } = found;
    const top = pile.spots.at(-1)?.index ?? -1;
    // Of the waste and a foundation only the top card can be taken.
    const index = spot && /^[a-j]$/.test(pile.id) ? spot.index : top;
    const known = pile.spots.find((one) => one.index === index)?.face != null;
    if (pile.id === "w" && spot && spot.index !== top) return { pile: "w", index, count: 0, known: false };
    return { pile: pile.id, index, count: top - index + (spot ? 1 : 0), known };
  }

  zone(x: number, y: number): PileId | "x" | null {
    return this.#layout && dropZone(this.#layout, x, y);
  }

  heldMiddle(): { x: number; y: number } {
    const held = this.#held;
    const rect = held && this.#rectOf(held.pile, held.index);
    return rect && held
      ? { x: rect.x + held.dx + rect.w / 2, y: rect.y + held.dy + rect.h / 2 }
      : { x: -1, y: -1 };
  }

  act(token: string): void {
    this.#options.onAction(token);
  }

  lift(grip: Grip): void {
    this.#held = { pile: grip.pile, index: grip.index, dx: 0, dy: 0 };
    for (let index = grip.index; index < grip.index + grip.count; index++)
      this.#motions.delete(placeKey(grip.pile, index));
    this.#hints = this.#hintsFor(grip);
    this.#twin.root.style.cursor = "grabbing";
    this.#schedule();
  }

  carry(dx: number, dy: number): void {
    if (!this.#held) return;
    this.#held = { ...this.#held, dx, dy };
    this.#schedule();
  }

  drop(token: string | null): void {
    this.#twin.root.style.cursor = "";
    this.#dropping = true;
    try {
      if (token) this.#options.onAction(token);
    } finally {
      this.#dropping = false;
    }
    if (this.#held) this.putBack();
  }

  putBack(): void {
    const held = this.#held;
    this.#held = null;
    this.#hints = new Set();
    this.#twin.root.style.cursor = "";
    const pile = held && this.#layout?.piles.get(held.pile);
    if (!held || !pile) return;
    const spots = pile.spots.filter(({ index }) => index >= held.index);
    this.#lastHome = performance.now();
    this.#glideHome(
      pile.id,
      spots,
      spots.map(({ rect }) => ({ ...rect, x: rect.x + held.dx, y: rect.y + held.dy })),
    );
  }

  // Desk: what the keyboard sees and does.

  get layout(): Layout | null {
    return this.#layout;
  }

  get text(): BoardOptions["text"] {
    return this.#options.text;
  }

  focused(): PileId | null {
    return this.#twin.focused;
  }

  focus(id: PileId): void {
    this.#twin.focus(id);
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
    this.#twin.setPicked(picked?.pile ?? null);
    this.#hints = picked ? this.#hintsFor(picked) : new Set();
    this.#schedule();
  }

  ask(key: "undo" | "help"): void {
    this.#options.onKey?.(key);
  }

  // Within.

  readonly #resized = (): void => {
    // The cards have moved away from under the pointer: nothing that was begun is still meant.
    this.#gestures.cancel();
    this.#reframe();
    this.#draw(performance.now());
  };

  readonly #themeChanged = (): void => {
    this.#palette = readPalette(this.#options.host);
    this.#reframe();
  };

  /** A click no pointer made is a screen reader's; those of pointers were gestures already. */
  readonly #clicked = (event: MouseEvent): void => {
    const pile = this.#twin.pileOf(event.target);
    if (event.detail === 0 && pile) this.#keys.activate(pile);
  };

  readonly #hovered = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" || this.#gestures.pointer !== null) return;
    const box = this.#twin.root.getBoundingClientRect();
    const touched = this.touched(event.clientX - box.left, event.clientY - box.top);
    this.#twin.root.style.cursor = touched && (touched.count > 0 || touched.pile === "s") ? "pointer" : "";
  };

  #reframe(): void {
    const { size } = this.#surface;
    if (size.width < 1 || size.height < 1) return;
    this.#frame = frameFor(this.table, this.settings, size);
    const { w, h } = this.#frame.card;
    const { dpr } = size;
    this.#sprites.fit(Math.round(w * dpr), Math.round(h * dpr), dpr, this.settings, this.#palette);
    this.#motions.clear();
    this.#layout = this.#state && layOut(this.#frame, this.table, this.#state);
    this.#sync();
  }

  /** Twin and next picture follow what is shown now. */
  #sync(): void {
    if (this.#layout && this.#state) this.#twin.sync(this.#layout, this.#state, this.#held);
    this.#twin.setMoving(this.#motions.size > 0 || this.#held !== null);
    this.#schedule();
  }

  readonly #schedule = (): void => {
    this.#picture ||= requestAnimationFrame((now) => {
      this.#picture = 0;
      this.#draw(now);
    });
  };

  #draw(now: number): void {
    const [layout, state] = [this.#layout, this.#state];
    const { pen } = this.#surface;
    if (!layout || !state) {
      pen.fillStyle = this.#palette.felt;
      pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
      return;
    }
    for (const [key, motion] of this.#motions) if (isOver(motion, now)) this.#motions.delete(key);
    this.#render(pen, {
      layout,
      state,
      table: this.table,
      palette: this.#palette,
      sprites: this.#sprites,
      motions: this.#motions,
      held: this.#held,
      hints: this.#hints,
      cursor: this.#twin.focusShows ? this.#keys.cursor : null,
      picked: this.#keys.picked,
      now,
    });
    if (this.#held) this.#twin.carry(layout, this.#held);
    const moves = this.#motions.size > 0;
    this.#twin.setMoving(moves || this.#held !== null);
    if (moves) this.#schedule();
  }

  #rectOf(pile: PileId, index: number): Rect | null {
    return this.#layout?.piles.get(pile)?.spots.find((spot) => spot.index === index)?.rect ?? null;
  }

  /** Where cards are drawn at this moment, at rest, under way or in the hand; fixed before anything changes. */
  #seen(now: number): (pile: PileId, index: number) => Rect | null {
    const [layout, motions, held] = [this.#layout, this.#motions, this.#held];
    return (pile, index) => {
      const motion = motions.get(placeKey(pile, index));
      if (motion) return positionAt(motion, now);
      const rect = layout?.piles.get(pile)?.spots.find((spot) => spot.index === index)?.rect;
      if (!rect) return null;
      const inHand = held && held.pile === pile && index >= held.index;
      return inHand ? { ...rect, x: rect.x + held.dx, y: rect.y + held.dy } : rect;
    };
  }

  #glideHome(pile: PileId, spots: { index: number; face: string | null; rect: Rect }[], from: Rect[]): void {
    const duration = Math.min(HOME, glideTime(this.settings));
    const start = performance.now();
    spots.forEach(({ index, face, rect }, at) => {
      const origin = from[at];
      if (duration > 0 && origin)
        this.#motions.set(placeKey(pile, index), {
          face,
          from: origin,
          to: rect,
          travels: true,
          start,
          duration,
        });
    });
    this.#sync();
  }

  #countFrom({ pile, index }: Held): number {
    const top = this.#layout?.piles.get(pile)?.spots.at(-1)?.index ?? index - 1;
    return top - index + 1;
  }

  #hintsFor(grip: Grip): ReadonlySet<PileId | "x"> {
    return this.settings.placementHelp ? takers(this.state, grip) : new Set();
  }

  /** Whether the pile in the hand is the same after a change elsewhere. */
  #isUntouched({ pile }: Held, before: BoardState | null, after: BoardState): boolean {
    const content = (state: BoardState | null): string =>
      JSON.stringify(
        pile === "w"
          ? state?.waste
          : (state?.columns[pile.charCodeAt(0) - 97] ?? state?.foundations[Number(pile) - 1]),
      );
    return content(before) === content(after);
  }
}
