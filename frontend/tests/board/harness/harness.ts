import {
  applyAction,
  type BoardSettings,
  type BoardState,
  DEFAULT_SETTINGS,
  type TableSpec,
} from "../../../src/board/api";
import { type Render, render } from "../../../src/board/render";
import { TableBoard } from "../../../src/board/table";
import { mismatches } from "./pixels";

/** The board alone on a page, with a host that plays along: what is legal is shown at once, all is written down. */

const query = new URLSearchParams(location.search);
const slug = query.get("table") ?? "ds-d1n";
const thieves = slug === "ft-n";
const table: TableSpec = {
  slug,
  columns: thieves ? 10 : 9,
  foundations: [...(thieves ? "SHDCSHDC" : "SSHHDDCC")],
  layout: thieves ? "above" : "side",
  draw: slug.includes("d3") ? 3 : 1,
  passes: thieves || slug.endsWith("v") ? 1 : null,
  singleCard: thieves,
};
const settings: BoardSettings = {
  ...DEFAULT_SETTINGS,
  animation: (query.get("animation") ?? "none") as BoardSettings["animation"],
  leftHanded: query.has("left"),
  fourColour: query.has("four"),
  largeIndex: query.has("large"),
};
document.documentElement.dataset.theme = query.get("theme") ?? "light";
document.documentElement.classList.toggle("tall", query.has("tall"));

/** Wrong pictures, which the pixel check has to notice: nothing at all, or one card that is another. */
const RENDERS: Record<string, Render> = {
  right: render,
  off: () => {},
  swapped: (pen, scene) => {
    const piles = new Map(scene.layout.piles);
    const pile = [...piles.values()].findLast(({ spots }) => spots.at(-1)?.face);
    if (pile) {
      const spots = pile.spots.map((spot, at) =>
        at === pile.spots.length - 1 ? { ...spot, face: spot.face === "6S" ? "6C" : "6S" } : spot,
      );
      piles.set(pile.id, { ...pile, spots });
    }
    render(pen, { ...scene, layout: { ...scene.layout, piles } });
  },
};
let pictures = 0;

const asked: string[] = [];
const keys: string[] = [];
const said: string[] = [];
let state: BoardState | null = null;
const host = document.querySelector<HTMLElement>("#host");
if (!host) throw new Error("no host");
const [width, height] = [query.get("width"), query.get("height")];
if (width && height) Object.assign(host.style, { width: `${width}px`, height: `${height}px` });

const board = new TableBoard(
  {
    host,
    table,
    cards: "./cards/",
    settings,
    interactive: !query.has("watch"),
    text: {
      table: () => "Table",
      pile: (id, shown) => `Pile ${id} of ${shown.columns.length} columns`,
      card: (face) => face,
      picked: (face, count) => `Picked up ${face} ${count}`,
      putBack: (face) => `Put back ${face}`,
    },
    onAction(token) {
      asked.push(token);
      if (state?.legal.includes(token)) show(applyAction(state, table, token));
    },
    onKey: (key) => keys.push(key),
    announce: (words) => said.push(words),
  },
  (pen, scene) => {
    pictures++;
    RENDERS[query.get("render") ?? "right"]?.(pen, scene);
  },
);

function show(next: BoardState, how?: { animate?: boolean }): void {
  state = next;
  board.show(next, how);
}

const frames = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const step = (left: number): void => {
      if (left === 0) resolve();
      else requestAnimationFrame(() => step(left - 1));
    };
    step(count);
  });

/** Shows a state, waits until it is drawn, and says which cards do not look as the twin says. */
async function check(next: BoardState): Promise<{ cards: number; wrong: string[] }> {
  show(next, { animate: false });
  await frames(2);
  return mismatches(host as HTMLElement, settings);
}

const harness = {
  board,
  asked,
  keys,
  said,
  show,
  check,
  frames,
  compare: () => mismatches(host as HTMLElement, settings),
  state: (): BoardState | null => state,
  pictures: (): number => pictures,
};
declare global {
  interface Window {
    harness: typeof harness;
  }
}
window.harness = harness;
