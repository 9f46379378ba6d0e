import { PIPS, RANKS, SUIT_REACH, SUITS } from "./glyphs";
import { CARD_RATIO, indexLine, SMALL_CARD, widestStep } from "./measures";
import { ink, type Palette } from "./palette";
import { rankOf, suitOf } from "./state";
import type { BoardSettings } from "./types";

type Pen = CanvasRenderingContext2D;
type FaceSettings = Pick<BoardSettings, "fourColour" | "largeIndex">;

const COURT_BOX = 0.69; // width by height of a figure's frame, a little wider than it was drawn

const paths = new Map<string, Path2D>();
function path(text: string): Path2D {
  const known = paths.get(text) ?? new Path2D(text);
  paths.set(text, known);
  return known;
}

/** A suit of this height around a point; all measures are device pixels. */
export function drawSuit(pen: Pen, suit: string, x: number, y: number, height: number, turned = false): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(height / 1000, height / 1000);
  if (turned) pen.rotate(Math.PI);
  pen.fill(path(SUITS[suit] ?? ""));
  pen.restore();
}

/** A rank of this height with its left edge at x; returns how wide it is. */
function drawRank(pen: Pen, rank: string, x: number, y: number, height: number, weight: number): number {
  const glyph = RANKS[rank];
  if (!glyph) return 0;
  const scale = height / (920 + weight);
  pen.save();
  pen.translate(x + (glyph.left + weight / 2) * scale, y + height / 2);
  pen.scale(scale, scale);
  pen.lineWidth = weight;
  pen.lineCap = "square";
  pen.miterLimit = 1.5;
  pen.stroke(path(glyph.path));
  pen.restore();
  return (glyph.left + glyph.right + weight) * scale;
}

export function cardShape(pen: Pen, x: number, y: number, w: number, h: number): void {
  pen.beginPath();
  pen.roundRect(x, y, w, h, Math.max(2, w * 0.07));
}

function blank(pen: Pen, w: number, h: number, line: number, fill: string, edge: string): void {
  cardShape(pen, line / 2, line / 2, w - line, h - line);
  pen.fillStyle = fill;
  pen.fill();
  pen.lineWidth = line;
  pen.strokeStyle = edge;
  pen.stroke();
}

/** A face at exactly `w` × `h` device pixels; court cards show their figure once it is there. */
function drawFace(
  pen: Pen,
  face: string,
  w: number,
  h: number,
  dpr: number,
  settings: FaceSettings,
  palette: Palette,
  court: CanvasImageSource | null,
): void {
  const rank = face.charAt(0);
  const suit = suitOf(face);
  const index = indexLine(w / dpr, settings.largeIndex);
  const glyph = Math.round(index.glyph * dpr);
  const top = Math.round(index.top * dpr);
  blank(pen, w, h, Math.max(1, Math.round(dpr)), palette.card, palette.cardEdge);
  pen.fillStyle = ink(palette, suit, settings.fourColour);
  pen.strokeStyle = pen.fillStyle;

  const small = w / dpr < SMALL_CARD;
  const wide = drawRank(pen, rank, index.left * dpr, top, glyph, small ? 135 : 120);
  const mark = glyph * 0.86;
  const reach = ((SUIT_REACH[suit] ?? 400) / 1000) * mark;
  drawSuit(pen, suit, index.left * dpr + wide + glyph * 0.22 + reach, top + glyph / 2, mark);

  const body = { top: Math.max(index.strip, widestStep(w / dpr)) * dpr + h * 0.01, bottom: h * 0.955 };
  const height = body.bottom - body.top;
  const middle = (body.top + body.bottom) / 2;
  const pips = PIPS[rank];
  if (court) drawCourt(pen, court, w, body.top, height, small);
  else if (pips && !small) {
    const pip = Math.min(w * 0.2, height / (pips.length > 8 ? 5.2 : 4.5));
    for (const [across, down] of pips)
      drawSuit(
        pen,
        suit,
        w * (0.24 + 0.52 * across),
        body.top + pip * 0.62 + down * (height - pip * 1.24),
        pip,
        down > 0.5,
      );
  } else
    drawSuit(
      pen,
      suit,
      w / 2,
      middle,
      Math.min(height * (small ? 0.86 : 0.72), w * (rank === "A" ? 0.62 : 0.56)),
    );
}

/** The figure in its frame; on small cards only its upper half, so that a face is a face. */
function drawCourt(
  pen: Pen,
  court: CanvasImageSource,
  w: number,
  top: number,
  height: number,
  small: boolean,
): void {
  const frame = { w: 0, h: Math.round(height) };
  const box = small ? COURT_BOX * 2 : COURT_BOX;
  frame.w = Math.round(Math.min(w * 0.9, frame.h * box));
  frame.h = Math.round(Math.min(frame.h, frame.w / box));
  const x = Math.round((w - frame.w) / 2);
  const y = Math.round(top + (height - frame.h) / 2);
  pen.save();
  pen.beginPath();
  pen.rect(x, y, frame.w, frame.h);
  pen.clip();
  pen.drawImage(court, x, y, frame.w, small ? frame.h * 2 : frame.h);
  pen.restore();
  pen.lineWidth = Math.max(1, Math.round(w / 120));
  pen.strokeStyle = "#2746a6";
  pen.strokeRect(x + 0.5, y + 0.5, frame.w - 1, frame.h - 1);
}

function drawBack(pen: Pen, w: number, h: number, dpr: number, palette: Palette): void {
  // The colour reaches the edge: where a tight fan leaves two pixels of a back, they still tell it from a face.
  const line = Math.max(1, Math.round(dpr));
  blank(pen, w, h, line, palette.back, palette.backLine);
  const inset = Math.max(line * 2.5, w * 0.07);
  pen.save();
  cardShape(pen, inset, inset, w - 2 * inset, h - 2 * inset);
  pen.strokeStyle = palette.backLine;
  pen.lineWidth = Math.max(line, w / 80);
  pen.stroke();
  pen.clip();
  pen.globalAlpha = 0.5;
  pen.lineWidth = Math.max(0.75, w / 120);
  const step = (w - 2 * inset) / Math.max(4, Math.round(w / dpr / 11));
  pen.beginPath();
  for (let at = -h; at < w + h; at += step) {
    pen.moveTo(inset + at, inset);
    pen.lineTo(inset + at + h, inset + h);
    pen.moveTo(inset + at, inset);
    pen.lineTo(inset + at - h, inset + h);
  }
  pen.stroke();
  pen.restore();
}

function sheet(w: number, h: number): { canvas: HTMLCanvasElement; pen: Pen } {
  const canvas = document.createElement("canvas");
  canvas.width = w;
  canvas.height = h;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no 2d canvas");
  return { canvas, pen };
}

/** A face alone, without its figure: what a card of this width (CSS pixels) has in its corner. */
export function faceSheet(
  face: string,
  width: number,
  dpr: number,
  settings: FaceSettings,
  palette: Palette,
): HTMLCanvasElement {
  const w = Math.round(width * dpr);
  const { canvas, pen } = sheet(w, Math.round(w * CARD_RATIO));
  drawFace(pen, face, canvas.width, canvas.height, dpr, settings, palette, null);
  return canvas;
}

/** Pictures of the cards at the size they are shown, made once each and kept until size or colours change. */
export class Sprites {
  readonly #cards: string;
  readonly #arrived: () => void;
  readonly #courts = new Map<string, HTMLImageElement | null>();
  readonly #made = new Map<string, HTMLCanvasElement>();
  #key = "";
  #w = 0;
  #h = 0;
  #dpr = 1;
  #settings: FaceSettings = { fourColour: false, largeIndex: false };
  #palette: Palette | null = null;

  /** `cards` is where the figures lie; `arrived` is told when one has come. */
  constructor(cards: string, arrived: () => void) {
    this.#cards = cards;
    this.#arrived = arrived;
  }

  /** Fixes the size (device pixels) and colours of the pictures to come. */
  fit(w: number, h: number, dpr: number, settings: FaceSettings, palette: Palette): void {
    const key = [w, h, dpr, settings.fourColour, settings.largeIndex, ...Object.values(palette)].join(" ");
    if (key === this.#key) return;
    this.#key = key;
    this.#made.clear();
    [this.#w, this.#h, this.#dpr, this.#palette] = [w, h, dpr, palette];
    this.#settings = { fourColour: settings.fourColour, largeIndex: settings.largeIndex };
  }

  /** The picture of a face, or of the back for null; a figure is fetched when more than its index is seen. */
  card(face: string | null, whole: boolean): HTMLCanvasElement | null {
    if (!this.#palette || this.#w < 1) return null;
    const court = face !== null && rankOf(face) >= 10 ? this.#court(face, whole) : null;
    const name = face === null ? "back" : court ? `${face}+` : face;
    const known = this.#made.get(name);
    if (known) return known;
    const { canvas, pen } = sheet(this.#w, this.#h);
    if (face === null) drawBack(pen, this.#w, this.#h, this.#dpr, this.#palette);
    else drawFace(pen, face, this.#w, this.#h, this.#dpr, this.#settings, this.#palette, court);
    this.#made.set(name, canvas);
    return canvas;
  }

  #court(face: string, wanted: boolean): HTMLImageElement | null {
    if (wanted && !this.#courts.has(face)) {
      this.#courts.set(face, null);
      const image = new Image();
      image.decoding = "async";
      image.onload = () => {
        this.#courts.set(face, image);
        this.#arrived();
      };
      image.src = `${this.#cards}${face}.svg`;
    }
    return this.#courts.get(face) ?? null;
  }
}
