/** The colours of the table, read from the host's style so that a theme can set them. */
export interface Palette {
  felt: string;
  feltLine: string;
  card: string;
  cardEdge: string;
  back: string;
  backLine: string;
  black: string;
  red: string;
  blue: string;
  green: string;
  focus: string;
  hint: string;
}

const VARIABLES: Record<keyof Palette, [variable: string, fallback: string]> = {
  felt: ["--felt", "#1f6f4d"],
  feltLine: ["--felt-line", "#cfe7da"],
  card: ["--card", "#ffffff"],
  cardEdge: ["--card-edge", "#8d95a1"],
  back: ["--back", "#27457e"],
  backLine: ["--back-line", "#c9d6f0"],
  black: ["--ink-black", "#16181d"],
  red: ["--ink-red", "#c8102e"],
  blue: ["--ink-blue", "#1a4fc4"],
  green: ["--ink-green", "#0b6b35"],
  focus: ["--focus", "#ffd54a"],
  hint: ["--hint", "#ffe28a"],
};

/** Colours as they apply to an element; a probe inside it resolves what a variable is made of. */
export function readPalette(host: HTMLElement): Palette {
  const probe = document.createElement("span");
  // Where the system forces its colours, the cards keep theirs: ink and paper would become one.
  Object.assign(probe.style, { display: "none", forcedColorAdjust: "none" });
  host.append(probe);
  const read = ([variable, fallback]: [string, string]): string => {
    probe.style.color = fallback;
    probe.style.color = `var(${variable}, ${fallback})`;
    return getComputedStyle(probe).color || fallback;
  };
  const palette = Object.fromEntries(
    Object.entries(VARIABLES).map(([name, pair]) => [name, read(pair)]),
  ) as unknown as Palette;
  probe.remove();
  return palette;
}

/** The ink of a suit; four colours part clubs from spades and diamonds from hearts. */
export function ink(palette: Palette, suit: string, fourColour: boolean): string {
  if (suit === "H") return palette.red;
  if (suit === "D") return fourColour ? palette.blue : palette.red;
  return suit === "C" && fourColour ? palette.green : palette.black;
}

/** Calls back when the system's or the page's theme changes; returns what stops it. */
export function watchTheme(changed: () => void): () => void {
  const queries = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"].map(
    (query) => matchMedia(query),
  );
  for (const query of queries) query.addEventListener("change", changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-felt", "data-back", "class", "style"],
  });
  return () => {
    for (const query of queries) query.removeEventListener("change", changed);
    observer.disconnect();
  };
}
