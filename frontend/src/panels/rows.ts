import { build, setText } from "../elements";
import { gettext } from "../i18n";
import type { Entry } from "../protocol";
import { decidedText, percentileText, statusText } from "../words/results";
import { durationText } from "../words/time";

export interface RowOptions {
  /** The game of this player's own entry. */
  own: string | null;
  /** Whether others' games here may be replayed by this player. */
  replays: boolean;
  link(path: string): string;
}

/** The cells of a row in their order, as _entry.html has them: their classes. */
const CELLS = [
  "num rank",
  "lead",
  "num number score",
  "num extra",
  "status",
  "num extra",
  "extra",
  "num extra",
  "num extra",
  "open",
];

/** A row without words yet; a cell that a phone shows apart from its heading carries that with it. */
function emptyRow(game: string, head: HTMLTableRowElement | undefined): HTMLTableRowElement {
  const row = build("tr", { role: "row", "data-game": game });
  CELLS.forEach((classes, index) => {
    const cell =
      classes === "lead"
        ? build("th", { role: "rowheader", scope: "row", class: classes })
        : build("td", { role: "cell", class: classes });
    if (cell.classList.contains("extra")) cell.dataset.label = head?.cells[index]?.textContent ?? "";
    row.append(cell);
  });
  return row;
}

/** What has no value is a dash in its column, and left out where cells stand beside each other. */
function setValue(cell: HTMLElement | undefined, text: string): void {
  setText(cell, text);
  cell?.classList.toggle("blank", text === "–");
}

/** A link in a cell, kept while its address is the same, so that the focus stays on it. */
function setLink(cell: HTMLElement | undefined, href: string | null, text: string): void {
  const old = cell?.querySelector("a");
  if (!cell || (href === null && !old)) return;
  if (href === null) cell.replaceChildren();
  else if (old?.getAttribute("href") === href) setText(old, text);
  else cell.replaceChildren(build("a", { href }, text));
}

function fillRow(row: HTMLTableRowElement, entry: Entry, options: RowOptions): void {
  const own = entry.game === options.own;
  row.classList.toggle("own", own);
  row.dataset.status = entry.status;
  const [rank, player, score, moves, status, percentile, decided, peeks, time, replay] = [...row.cells];
  setText(rank, String(entry.rank));
  setLink(player, options.link(`/player/${encodeURIComponent(entry.player)}`), entry.player);
  const guest = player?.querySelector("small");
  if (entry.guest && !guest) player?.append(" ", build("small", {}, gettext("guest")));
  if (!entry.guest) guest?.remove();
  setText(status, statusText(entry.status));
  setText(score, entry.score_text);
  setText(moves, String(entry.moves));
  setValue(percentile, percentileText(entry.percentile));
  setValue(decided, decidedText(entry.decided_by));
  setText(peeks, String(entry.peeks));
  setText(time, durationText(entry.duration_ms));
  const replayed = own || options.replays;
  setLink(replay, replayed ? options.link(`/replay/${entry.game}`) : null, gettext("Replay"));
}

/** Makes a table's body show exactly these entries, in this order; rows of the same game are kept. */
export function showRows(body: HTMLTableSectionElement, entries: Entry[], options: RowOptions): void {
  const head = body.closest("table")?.tHead?.rows[0];
  const old = new Map([...body.rows].map((row) => [row.dataset.game, row]));
  entries.forEach((entry, index) => {
    const row = old.get(entry.game) ?? emptyRow(entry.game, head);
    old.delete(entry.game);
    fillRow(row, entry, options);
    if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
  });
  for (const row of old.values()) row.remove();
}
