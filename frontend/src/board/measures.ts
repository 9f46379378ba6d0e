export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** CSS pixels of the host, and how many device pixels each of them is. */
export interface Size {
  width: number;
  height: number;
  dpr: number;
}

export const CARD_RATIO = 1.4;

/** Cards narrower than this (CSS pixels) carry one large pip, or half a figure. */
export const SMALL_CARD = 58;

/** The widest step of a fan for a card of this width: up to here a face shows nothing but its index. */
export const widestStep = (width: number): number =>
  width < SMALL_CARD ? Math.max(24, width * CARD_RATIO * 0.3) : width * CARD_RATIO * 0.27;

/** The index line of a face, in CSS pixels: its glyphs, the space around them, and what of a card it takes. */
export interface IndexLine {
  left: number;
  top: number;
  /** Height of the rank. */
  glyph: number;
  /** Height of the strip that a fan has to leave. */
  strip: number;
  /** Width within which the widest rank and its suit lie. */
  width: number;
}

export function indexLine(width: number, large: boolean): IndexLine {
  // A large card's index grows slowly: the fan needs its height many times over, and it is read well already.
  const glyph = large ? Math.max(17, width * 0.29) : 14 + Math.max(0, width - SMALL_CARD) * 0.125;
  const top = Math.max(1.5, width * 0.035);
  const left = Math.max(2, width * 0.065);
  return {
    left,
    top,
    glyph,
    strip: top + glyph + Math.max(0.5, width * 0.01),
    width: left + glyph * 1.75,
  };
}

/** The smallest rectangle around some others, `pad` larger on every side. */
export function around(rects: Rect[], pad = 0): Rect {
  const x = Math.min(...rects.map((r) => r.x)) - pad;
  const y = Math.min(...rects.map((r) => r.y)) - pad;
  const right = Math.max(...rects.map((r) => r.x + r.w)) + pad;
  const bottom = Math.max(...rects.map((r) => r.y + r.h)) + pad;
  return { x, y, w: right - x, h: bottom - y };
}
