// Makes cards/*.svg from the full faces of the vendored deck: only the figure of each court card, on a coarser
// grid and in the table's colours, so that all twelve stay light. Indices and pips are drawn by the board.
// Use: node scripts/trim-courts.mjs <folder with JS.svg, QS.svg, …>
import { readFileSync, writeFileSync } from "node:fs";

const COLOURS = { "#FC4": "#f4c542", red: "#c8102e", "#44F": "#2746a6", black: "#16181d" };
const SCALE = 0.5; // the figure's box of 1300 × 2000 becomes 650 × 1000
const ARGUMENTS = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

function readPath(text) {
  const parts = text.match(/[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g) ?? [];
  const commands = [];
  for (let at = 0, name = ""; at < parts.length; ) {
    if (/^[a-zA-Z]/.test(parts[at])) name = parts[at++];
    else if (name === "M") name = "L";
    else if (name === "m") name = "l";
    const count = ARGUMENTS[name.toLowerCase()];
    commands.push([name, parts.slice(at, at + count).map(Number)]);
    at += count;
  }
  return commands;
}

/** The same path in whole units and relative steps, rounded from absolute points so that no error adds up. */
function roundPath(text, scale) {
  let [x, y, startX, startY] = [0, 0, 0, 0]; // where the source is
  let [atX, atY, atStartX, atStartY] = [0, 0, 0, 0]; // where the rounded path is
  const out = [];
  let before = "";
  const write = (name, numbers) => {
    const body = numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");
    out.push(name === before && name !== "m" ? (body.startsWith("-") ? body : ` ${body}`) : name + body);
    before = name;
  };
  for (const [name, args] of readPath(text)) {
    const lower = name.toLowerCase();
    const [baseX, baseY] = name === lower ? [x, y] : [0, 0];
    if (lower === "z") {
      write("z", []);
      [x, y, atX, atY] = [startX, startY, atStartX, atStartY];
      continue;
    }
    const points = [];
    if (lower === "h") points.push([baseX + args[0], y]);
    else if (lower === "v") points.push([x, baseY + args[0]]);
    else if (lower === "a") points.push([baseX + args[5], baseY + args[6]]);
    else for (let i = 0; i < args.length; i += 2) points.push([baseX + args[i], baseY + args[i + 1]]);
    const rounded = points.map(([px, py]) => [Math.round(px * scale), Math.round(py * scale)]);
    const [endX, endY] = rounded.at(-1);
    const steps = rounded.flatMap(([px, py]) => [px - atX, py - atY]);
    if (lower === "a") {
      const radius = (n) => Math.round(n * scale * 10) / 10;
      write("a", [radius(args[0]), radius(args[1]), args[2], args[3], args[4], ...steps]);
    } else if (lower === "h" || lower === "v" || lower === "l") {
      if (steps[0] === 0 && steps[1] === 0 && scale !== 1) {
        // A step too short to see.
      } else if (steps[1] === 0) write("h", [steps[0]]);
      else if (steps[0] === 0) write("v", [steps[1]]);
      else write("l", steps);
    } else write(lower, steps);
    [x, y] = points.at(-1);
    [atX, atY] = [endX, endY];
    if (lower === "m") [startX, startY, atStartX, atStartY] = [x, y, atX, atY];
  }
  return out.join("");
}

const recolour = (text) =>
  text.replace(/(fill|stroke)="([^"]+)"/g, (all, name, value) =>
    COLOURS[value] ? `${name}="${COLOURS[value]}"` : all,
  );

function trim(source) {
  const symbols = [...source.matchAll(/<symbol id="(\w+)"[^>]*>(.*?)<\/symbol>/gs)];
  const layers = symbols.filter(([, id]) => /^[SHDC][JQK]\d+$/.test(id));
  const pip = symbols.find(([, id]) => /^S[SHDC][JQK]$/.test(id));
  const parts = layers.map(([, , body], index) => {
    const drawn = body
      .replace(/ d="([^"]+)"/g, (_, d) => ` d="${roundPath(d, SCALE)}"`)
      .replace(/<path [^>]*>/g, (path) =>
        path.replace(/stroke-width="([\d.]+)"/, (_, width) => `stroke-width="${width * SCALE}"`),
      )
      .replaceAll("translate(-1300,0)", `translate(${-1300 * SCALE},0)`)
      .replace(/xlink:href="#\w+" height="([\d.]+)" transform="([^"]+)"/g, (_, height, move) => {
        // The pip's box of 1200 is drawn `height` wide; its own centre is 0,0.
        const size = height * SCALE;
        const scaled = move
          .replace(/translate\(-?[\d.]+,-?[\d.]+\)$/, "")
          .replace(/^translate\(([\d.]+),([\d.]+)\)/, (_all, x, y) => `translate(${x * SCALE},${y * SCALE})`);
        return `href="#p" transform="${scaled}scale(${Math.round((size / 1200) * 1e5) / 1e5})"`;
      })
      .replaceAll("></path>", "/>")
      .replaceAll("></use>", "/>");
    return { id: `l${index}`, drawn };
  });
  const defs = parts.map(({ id, drawn }) => `<g id="${id}">${drawn}</g>`).join("");
  const uses = parts.map(
    ({ id }) => `<use href="#${id}"/><use href="#${id}" transform="rotate(180 325 500)"/>`,
  );
  const symbol = pip[2].replace("></path>", "/>").replace("<path ", '<path id="p" ');
  return recolour(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 650 1000" width="650" height="1000"><defs>${symbol}${defs}</defs>${uses.join("")}</svg>\n`,
  );
}

const folder = process.argv[2];
for (const rank of "JQK")
  for (const suit of "SHDC")
    writeFileSync(
      new URL(`../cards/${rank}${suit}.svg`, import.meta.url),
      trim(readFileSync(`${folder}/${rank}${suit}.svg`, "utf8")),
    );
