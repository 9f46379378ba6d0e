import { type BoardSettings, indexCorner, renderFace } from "../../../src/board/api";

const FACES = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const CLOSE = 6; // mean difference of a channel, of 255, that rounding may make

const known = new Map<string, Map<string, Uint8ClampedArray>>();

/** The corner of every face at this size, each drawn by itself. */
function corners(
  host: HTMLElement,
  width: number,
  w: number,
  h: number,
  settings: BoardSettings,
): Map<string, Uint8ClampedArray> {
  const key = [width, w, h, devicePixelRatio].join(" ");
  const made = known.get(key) ?? new Map<string, Uint8ClampedArray>();
  if (made.size === 0)
    for (const face of FACES) {
      const pen = renderFace(face, width, devicePixelRatio, settings, host).getContext("2d");
      if (pen) made.set(face, pen.getImageData(0, 0, w, h).data);
    }
  known.set(key, made);
  return made;
}

/** Mean difference of the colour channels, without the rounded edge; infinite once it is above `limit`. */
function distance(
  a: Uint8ClampedArray,
  b: Uint8ClampedArray,
  w: number,
  edge: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  const h = a.length / 4 / w;
  const count = (w - edge) * (h - edge) * 3;
  let sum = 0;
  for (let y = edge; y < h; y++) {
    for (let at = (y * w + edge) * 4; at < (y + 1) * w * 4; at += 4)
      for (let channel = at; channel < at + 3; channel++)
        sum += Math.abs((a[channel] ?? 0) - (b[channel] ?? 0));
    if (sum > limit * count) return Number.POSITIVE_INFINITY;
  }
  return sum / count;
}

/** Every face-up card of the twin whose corner on the canvas is not that face's, or is more like another's. */
export function mismatches(host: HTMLElement, settings: BoardSettings): { cards: number; wrong: string[] } {
  const canvas = host.querySelector("canvas");
  const pen = canvas?.getContext("2d");
  if (!canvas || !pen) return { cards: 0, wrong: ["no canvas"] };
  const origin = canvas.getBoundingClientRect();
  const scale = canvas.width / origin.width;
  const picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  const wrong: string[] = [];
  const spans = host.querySelectorAll<HTMLElement>("[data-pile] [data-card]");
  for (const span of spans) {
    const face = span.dataset.card ?? "";
    const box = span.getBoundingClientRect();
    const corner = indexCorner(box.width, settings.largeIndex);
    const [w, h] = [Math.floor(corner.width * scale), Math.floor(corner.height * scale)];
    const [left, top] = [
      Math.round((box.left - origin.left) * scale),
      Math.round((box.top - origin.top) * scale),
    ];
    const seen = new Uint8ClampedArray(w * h * 4);
    for (let row = 0; row < h; row++) {
      const start = ((top + row) * picture.width + left) * 4;
      seen.set(picture.data.subarray(start, start + w * 4), row * w * 4);
    }
    const all = corners(host, box.width, w, h, settings);
    const edge = Math.ceil(3 * scale);
    const mine = all.get(face);
    const own = mine ? distance(seen, mine, w, edge) : 255;
    let nearest = { name: face, far: own };
    for (const [name, data] of all) {
      const far = name === face ? own : distance(seen, data, w, edge, nearest.far);
      if (far < nearest.far) nearest = { name, far };
    }
    if (nearest.name !== face || own > CLOSE)
      wrong.push(`${face} in ${span.parentElement?.dataset.pile}: ${own.toFixed(1)}, like ${nearest.name}`);
  }
  return { cards: spans.length, wrong };
}
