import { isOver, type Motion, placeKey, positionAt } from "./anim";
import type { Layout, Spot } from "./layout";
import { around, type Rect } from "./measures";
import type { Palette } from "./palette";
import { cardShape, drawSuit, type Sprites } from "./sprites";
import type { BoardState, PileId, TableSpec } from "./types";

/** Everything one picture is made of. */
export interface Scene {
  layout: Layout;
  state: BoardState;
  table: TableSpec;
  palette: Palette;
  sprites: Sprites;
  motions: Map<string, Motion>;
  /** Cards in the hand: from which place on, and how far they are from home. */
  held: { pile: PileId; index: number; dx: number; dy: number } | null;
  /** Piles that take the card in the hand; "x" is the foundation area. */
  hints: ReadonlySet<PileId | "x">;
  /** The card the keyboard stands on and all on it. */
  cursor: { pile: PileId; index: number } | null;
  picked: { pile: PileId; index: number } | null;
  now: number;
}

export type Render = (pen: CanvasRenderingContext2D, scene: Scene) => void;

const inHand = (scene: Scene, pile: PileId, index: number): boolean =>
  scene.held !== null && scene.held.pile === pile && index >= scene.held.index;

/** Felt alone, while nothing is known of the table. */
export function blank(pen: CanvasRenderingContext2D, palette: Palette): void {
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.globalAlpha = 1;
  pen.fillStyle = palette.felt;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
}

/** The whole table, anew. Rectangles are CSS pixels; only here do they become device pixels. */
export const render: Render = (pen, scene) => {
  const { frame } = scene.layout;
  const { dpr } = frame.size;
  blank(pen, scene.palette);
  const line = Math.max(1, Math.round(1.25 * dpr));

  for (const pile of scene.layout.piles.values()) {
    if (pile.spots.length === 0 || inHand(scene, pile.id, 0)) outline(pen, scene, pile.id, pile.base, line);
    else if (pile.spots.some(({ index }) => travels(scene, pile.id, index)))
      under(pen, scene, pile.id, pile.base, line);
  }
  if (scene.hints.has("x")) foundationHint(pen, scene);

  const travellers: { spot: Spot; motion: Motion }[] = [];
  for (const pile of scene.layout.piles.values())
    for (const spot of pile.spots) {
      if (inHand(scene, pile.id, spot.index)) {
        if (spot.index === scene.held?.index) beneath(pen, scene, spot);
        continue;
      }
      const motion = scene.motions.get(placeKey(pile.id, spot.index));
      if (motion?.travels) travellers.push({ spot, motion });
      else if (motion) moving(pen, scene, spot, motion);
      else card(pen, scene, spot.face, spot.rect, isBared(scene, spot) ? spot.rect.h : spot.seen);
    }
  stockCount(pen, scene);
  for (const id of scene.hints) if (id !== "x") hint(pen, scene, id);
  marks(pen, scene);
  for (const { spot, motion } of travellers) moving(pen, scene, spot, motion);
  hand(pen, scene);
};

/** What lay on it is in the hand. */
const isBared = ({ held }: Scene, { pile, index }: Spot): boolean =>
  held?.pile === pile && index === held.index - 1;

const travels = (scene: Scene, pile: PileId, index: number): boolean =>
  scene.motions.get(placeKey(pile, index))?.travels === true;

function card(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  face: string | null,
  rect: Rect,
  seen: number,
): void {
  const { dpr } = scene.layout.frame.size;
  const picture = scene.sprites.card(face, seen > rect.h * 0.5);
  if (picture) pen.drawImage(picture, Math.round(rect.x * dpr), Math.round(rect.y * dpr));
}

/** A card under way; one that turns narrows to its edge and opens with its other side. */
function moving(pen: CanvasRenderingContext2D, scene: Scene, spot: Spot, motion: Motion): void {
  const rect = isOver(motion, scene.now) ? motion.to : positionAt(motion, scene.now);
  if (motion.turnedFrom === undefined) {
    card(pen, scene, motion.face, rect, spot.seen);
    return;
  }
  const { dpr } = scene.layout.frame.size;
  const t = Math.min(1, (scene.now - motion.start) / motion.duration);
  const picture = scene.sprites.card(t < 0.5 ? motion.turnedFrom : motion.face, spot.seen > rect.h * 0.5);
  if (!picture) return;
  const width = Math.max(1, Math.round(picture.width * Math.abs(1 - 2 * t)));
  pen.drawImage(
    picture,
    Math.round(rect.x * dpr + (picture.width - width) / 2),
    Math.round(rect.y * dpr),
    width,
    picture.height,
  );
}

/** What a foundation or the waste shows below a card that is in the hand or still on its way. */
function beneath(pen: CanvasRenderingContext2D, scene: Scene, spot: Spot): void {
  const base = scene.layout.piles.get(spot.pile)?.base;
  if (base)
    under(pen, scene, spot.pile, base, Math.max(1, Math.round(1.25 * scene.layout.frame.size.dpr)), true);
}

function under(
  pen: CanvasRenderingContext2D,
  scene: Scene,
  id: PileId,
  base: Rect,
  line: number,
  held = false,
): void {
  const pile = scene.layout.piles.get(id);
  const top = pile?.spots.at(-1);
  if (!pile || !top) return;
  const face = faceBelow(scene, id, top, held);
  if (face === undefined) outline(pen, scene, id, base, line);
  else if (face !== "") card(pen, scene, face, id === "w" ? (pile.spots[0]?.rect ?? base) : base, base.h);
}

/** The face below the lowest card shown of a pile; undefined: nothing lies there; "": it is drawn anyway. */
function faceBelow(scene: Scene, id: PileId, top: Spot, held: boolean): string | null | undefined {
  if (/^[1-8]$/.test(id)) {
    const ranks = "A23456789TJQK";
    return top.index === 0 || top.face === null
      ? undefined
      : ranks.charAt(top.index - 1) + top.face.charAt(1);
  }
  const first = scene.layout.piles.get(id)?.spots[0];
  if (id === "w") {
    if (!first || (held && first.index !== top.index)) return "";
    return first.index === 0 ? undefined : (scene.state.waste[first.index - 1] ?? null);
  }
  if (id === "s") return top.index === 0 ? undefined : null;
  return first && travels(scene, id, first.index) ? undefined : "";
}

/** An empty place: its outline, with the suit of a foundation or the stock's sign in it. */
function outline(pen: CanvasRenderingContext2D, scene: Scene, id: PileId, base: Rect, line: number): void {
  const { dpr } = scene.layout.frame.size;
  const [x, y, w, h] = [base.x * dpr, base.y * dpr, base.w * dpr, base.h * dpr].map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  pen.strokeStyle = scene.palette.feltLine;
  pen.fillStyle = scene.palette.feltLine;
  pen.lineWidth = line;
  cardShape(pen, x + line / 2, y + line / 2, w - line, h - line);
  // The waste takes no card from a player's hand: its place is no panel to lay one on.
  pen.globalAlpha = id === "w" ? 0.55 : 0.09;
  if (id !== "w") {
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.stroke();
  pen.globalAlpha = 1;
  const suit = scene.table.foundations[Number(id) - 1];
  if (suit) drawSuit(pen, suit, x + w / 2, y + h / 2, w * 0.46);
  if (id === "s") stockSign(pen, scene, x + w / 2, y + h / 2, w * 0.24);
}

/** A ring with an arrow where the waste can be turned back, a cross where the only pass is over. */
function stockSign(pen: CanvasRenderingContext2D, scene: Scene, x: number, y: number, radius: number): void {
  const again = scene.table.passes === null;
  pen.save();
  pen.translate(x, y);
  pen.lineWidth = radius * 0.26;
  pen.lineCap = "round";
  pen.beginPath();
  if (again) {
    if (!scene.state.legal.includes("r")) pen.globalAlpha = 0.6;
    pen.arc(0, 0, radius, -Math.PI * 0.15, Math.PI * 1.45);
    pen.stroke();
    pen.rotate(-Math.PI * 0.17);
    pen.beginPath();
    pen.moveTo(radius - radius * 0.52, radius * 0.02);
    pen.lineTo(radius + radius * 0.52, radius * 0.02);
    pen.lineTo(radius, -radius * 0.62);
    pen.closePath();
    pen.fill();
  } else {
    pen.moveTo(-radius * 0.7, -radius * 0.7);
    pen.lineTo(radius * 0.7, radius * 0.7);
    pen.moveTo(radius * 0.7, -radius * 0.7);
    pen.lineTo(-radius * 0.7, radius * 0.7);
    pen.stroke();
  }
  pen.restore();
}

function stockCount(pen: CanvasRenderingContext2D, scene: Scene): void {
  const base = scene.layout.piles.get("s")?.base;
  if (!base || scene.state.stock === 0) return;
  const { dpr } = scene.layout.frame.size;
  const text = String(scene.state.stock);
  const size = Math.round(Math.max(12, Math.min(20, base.w * 0.2)) * dpr);
  pen.font = `600 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const [x, y] = [Math.round((base.x + base.w / 2) * dpr), Math.round((base.y + base.h / 2) * dpr)];
  const width = Math.max(size * 1.5, pen.measureText(text).width + size * 0.9);
  pen.beginPath();
  pen.roundRect(x - width / 2, y - size * 0.78, width, size * 1.56, size * 0.78);
  pen.fillStyle = scene.palette.card;
  pen.fill();
  pen.lineWidth = Math.max(1, Math.round(dpr));
  pen.strokeStyle = scene.palette.back;
  pen.stroke();
  pen.fillStyle = scene.palette.black;
  pen.fillText(text, x, y + size * 0.05);
}

/** A line round the outside of a rectangle, `width` CSS pixels wide with a dark edge, and its colour laid over it. */
function ring(
  pen: CanvasRenderingContext2D,
  rect: Rect,
  dpr: number,
  colour: string,
  width: number,
  tint: "cards" | "felt" | "none",
): void {
  const line = Math.max(1, Math.round(width * dpr));
  const edge = Math.max(1, Math.round(dpr));
  const [x, y] = [Math.round(rect.x * dpr), Math.round(rect.y * dpr)];
  const [w, h] = [Math.round(rect.w * dpr), Math.round(rect.h * dpr)];
  const shape = (inset: number): void => {
    pen.beginPath();
    pen.roundRect(x + inset, y + inset, w - 2 * inset, h - 2 * inset, Math.min(8 * dpr, w * 0.08));
  };
  pen.save();
  if (tint !== "none") {
    shape(0);
    // Multiplied, the ink of a card keeps its contrast.
    pen.globalCompositeOperation = tint === "cards" ? "multiply" : "source-over";
    pen.globalAlpha = tint === "cards" ? 0.45 : 0.22;
    pen.fillStyle = colour;
    pen.fill();
  }
  pen.restore();
  shape(-line / 2);
  pen.lineWidth = line + 2 * edge;
  pen.strokeStyle = "#14181f";
  pen.stroke();
  pen.lineWidth = line;
  pen.strokeStyle = colour;
  pen.stroke();
}

function foundationHint(pen: CanvasRenderingContext2D, scene: Scene): void {
  const slots = scene.table.foundations.flatMap(
    (_, slot) => scene.layout.piles.get(String(slot + 1))?.base ?? [],
  );
  ring(pen, around(slots), scene.layout.frame.size.dpr, scene.palette.hint, 3, "felt");
}

function hint(pen: CanvasRenderingContext2D, scene: Scene, id: PileId): void {
  const pile = scene.layout.piles.get(id);
  if (!pile) return;
  const top = pile.spots.at(-1);
  const { dpr } = scene.layout.frame.size;
  ring(pen, top?.rect ?? pile.base, dpr, scene.palette.hint, 3, top ? "cards" : "felt");
}

/** The keyboard's place and what it has picked up. */
function marks(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { dpr } = scene.layout.frame.size;
  const from = (place: { pile: PileId; index: number }): Rect | null => {
    const pile = scene.layout.piles.get(place.pile);
    const rects = pile?.spots.filter(({ index }) => index >= place.index).map(({ rect }) => rect) ?? [];
    return rects.length > 0 ? around(rects) : (pile?.base ?? null);
  };
  const picked = scene.picked && from(scene.picked);
  if (picked) ring(pen, picked, dpr, scene.palette.focus, 4, "cards");
  const cursor = scene.cursor && from(scene.cursor);
  if (cursor) ring(pen, cursor, dpr, scene.palette.focus, 2.5, "none");
}

function hand(pen: CanvasRenderingContext2D, scene: Scene): void {
  const { held } = scene;
  if (!held) return;
  const { dpr } = scene.layout.frame.size;
  const spots = scene.layout.piles.get(held.pile)?.spots.filter(({ index }) => index >= held.index) ?? [];
  const rects = spots.map(({ rect }) => ({ ...rect, x: rect.x + held.dx, y: rect.y + held.dy }));
  if (rects.length === 0) return;
  const shape = around(rects);
  pen.save();
  pen.shadowColor = "rgb(0 0 0 / 0.45)";
  pen.shadowBlur = 14 * dpr;
  pen.shadowOffsetY = 5 * dpr;
  cardShape(pen, shape.x * dpr, shape.y * dpr, shape.w * dpr, shape.h * dpr);
  pen.fillStyle = scene.palette.card;
  pen.fill();
  pen.restore();
  spots.forEach((spot, at) => {
    const rect = rects[at];
    if (rect) card(pen, scene, spot.face, rect, spot.seen);
  });
}
