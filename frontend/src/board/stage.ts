import { glideTime, isOver, type Motion, motionsBetween, placeKey, positionAt } from "./anim";
import { type Held, Twin } from "./aria";
import { type Frame, frameFor } from "./frame";
import { type Layout, layOut, type Spot } from "./layout";
import type { Rect } from "./measures";
import { type Palette, readPalette, watchTheme } from "./palette";
import { blank, type Render } from "./render";
import { Sprites } from "./sprites";
import { pileIds } from "./state";
import { Surface } from "./surface";
import type { BoardOptions, BoardSettings, BoardState, PileId, TableSpec } from "./types";

const HOME = 140; // ms at most until a card is home again

/** What the keyboard and the hand add to a picture. */
export interface Marks {
  hints: ReadonlySet<PileId | "x">;
  cursor: { pile: PileId; index: number } | null;
  picked: { pile: PileId; index: number } | null;
}

/** The table is read in this order: stock, waste, foundations, columns. */
function readingOrder(table: TableSpec): PileId[] {
  const rank = (id: PileId): number => (id === "s" ? 0 : id === "w" ? 1 : /\d/.test(id) ? 2 : 3);
  return pileIds(table).sort((a, b) => rank(a) - rank(b));
}

/** What is seen: the state shown, where its cards lie, move and are carried; canvas and twin follow it. */
export class Stage {
  readonly table: TableSpec;
  readonly twin: Twin;
  readonly #host: HTMLElement;
  readonly #render: Render;
  readonly #marks: () => Marks;
  readonly #resized: () => void;
  readonly #surface: Surface;
  readonly #sprites: Sprites;
  readonly #unwatch: () => void;
  settings: BoardSettings;
  state: BoardState | null = null;
  layout: Layout | null = null;
  held: Held | null = null;
  #frame: Frame | null = null;
  #palette: Palette;
  #motions = new Map<string, Motion>();
  #picture = 0;

  /** `resized` is told before the first picture in a new size; `marks` is asked for every picture. */
  constructor(options: BoardOptions, render: Render, marks: () => Marks, resized: () => void) {
    const { host, table } = options;
    this.table = table;
    this.settings = { ...options.settings };
    this.#host = host;
    this.#render = render;
    this.#marks = marks;
    this.#resized = resized;
    if (getComputedStyle(host).position === "static") host.style.position = "relative";
    this.#palette = readPalette(host);
    this.#sprites = new Sprites(options.cards, this.schedule);
    this.#surface = new Surface(host, this.#resize);
    this.twin = new Twin(host, table, options.text, readingOrder(table));
    this.#unwatch = watchTheme(this.#retheme);
    this.reframe();
    this.schedule();
  }

  /** Shows a state; cards that changed place are on their way for `time` ms, those let go of from the hand. */
  show(state: BoardState, time: number): void {
    const now = performance.now();
    const [before, old, held] = [this.state, this.layout, this.held];
    const seenAt = this.#seen(now);
    this.#lay(state);
    this.held = null;
    this.#motions =
      before && old && this.layout
        ? motionsBetween(before, state, this.table, this.layout, seenAt, now, time)
        : new Map();
    for (const [key, motion] of this.#motions)
      if (held && key.startsWith(`${held.pile}:`)) motion.travels = true;
    this.sync();
  }

  /** Shows a state while cards stay in the hand. */
  showAround(state: BoardState): void {
    this.#lay(state);
    this.sync();
  }

  /** Places everything anew: another size, other settings, other colours. */
  reframe(): void {
    const { size } = this.#surface;
    if (size.width < 1 || size.height < 1) return;
    this.#frame = frameFor(this.table, this.settings, size);
    const { w, h } = this.#frame.card;
    const { dpr } = size;
    this.#sprites.fit(Math.round(w * dpr), Math.round(h * dpr), dpr, this.settings, this.#palette);
    this.#motions.clear();
    if (this.state) this.#lay(this.state);
    this.sync();
  }

  /** Takes cards into the hand: the one at `index` and all on it. */
  lift(pile: PileId, index: number): void {
    for (const spot of this.spotsFrom(pile, index)) this.#motions.delete(placeKey(pile, spot.index));
    this.held = { pile, index, dx: 0, dy: 0 };
    this.schedule();
  }

  carry(dx: number, dy: number): void {
    if (this.held) this.held = { ...this.held, dx, dy };
    this.schedule();
  }

  /** Lets what is in the hand glide home. */
  release(): void {
    const { held } = this;
    this.held = null;
    if (held) this.glideHome(this.spotsFrom(held.pile, held.index), held.dx, held.dy);
  }

  /** Cards are seen to come home from so far away. */
  glideHome(spots: Spot[], dx: number, dy: number): void {
    const duration = Math.min(HOME, glideTime(this.settings));
    const start = performance.now();
    for (const { pile, index, face, rect } of spots) {
      const from = { ...rect, x: rect.x + dx, y: rect.y + dy };
      const motion = { face, from, to: rect, travels: true, start, duration };
      if (duration > 0) this.#motions.set(placeKey(pile, index), motion);
    }
    this.sync();
  }

  spotsFrom(pile: PileId, index: number): Spot[] {
    return this.layout?.piles.get(pile)?.spots.filter((spot) => spot.index >= index) ?? [];
  }

  isMoving({ pile, index }: Spot): boolean {
    return this.#motions.has(placeKey(pile, index));
  }

  /** Twin and next picture follow what is shown now. */
  sync(): void {
    if (this.layout && this.state) this.twin.sync(this.layout, this.state, this.held);
    this.twin.setMoving(this.#motions.size > 0 || this.held !== null);
    this.schedule();
  }

  readonly schedule = (): void => {
    this.#picture ||= requestAnimationFrame((now) => {
      this.#picture = 0;
      this.#draw(now);
    });
  };

  destroy(): void {
    cancelAnimationFrame(this.#picture);
    this.#unwatch();
    this.#surface.destroy();
    this.twin.root.remove();
  }

  readonly #resize = (): void => {
    this.#resized();
    this.reframe();
    this.#draw(performance.now());
  };

  readonly #retheme = (): void => {
    this.#palette = readPalette(this.#host);
    this.reframe();
  };

  #lay(state: BoardState): void {
    this.state = state;
    this.layout = this.#frame && layOut(this.#frame, this.table, state);
  }

  #draw(now: number): void {
    const { layout, state, held, table } = this;
    const { pen } = this.#surface;
    if (!layout || !state) {
      blank(pen, this.#palette);
      return;
    }
    for (const [key, motion] of this.#motions) if (isOver(motion, now)) this.#motions.delete(key);
    const [palette, sprites, motions] = [this.#palette, this.#sprites, this.#motions];
    this.#render(pen, { layout, state, table, palette, sprites, motions, held, ...this.#marks(), now });
    if (held) this.twin.carry(layout, held);
    this.twin.setMoving(motions.size > 0 || held !== null);
    if (motions.size > 0) this.schedule();
  }

  /** Where cards are drawn at this moment, at rest, under way or in the hand; fixed before anything changes. */
  #seen(now: number): (pile: PileId, index: number) => Rect | null {
    const { layout, held } = this;
    const motions = this.#motions;
    return (pile, index) => {
      const motion = motions.get(placeKey(pile, index));
      if (motion) return positionAt(motion, now);
      const rect = layout?.piles.get(pile)?.spots.find((spot) => spot.index === index)?.rect;
      const inHand = held && held.pile === pile && index >= held.index;
      return rect && inHand ? { ...rect, x: rect.x + held.dx, y: rect.y + held.dy } : (rect ?? null);
    };
  }
}
