// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { showRows } from "../src/panels/rows";
import { type Entry, readBoardMessage } from "../src/protocol";
import { fixture } from "./messages";

const options = { own: "z4h7j9f3p5se", replays: false, link: (path: string) => `/hr${path}` };
let body: HTMLTableSectionElement;

function entries(): Entry[] {
  const message = readBoardMessage(fixture("board-board"));
  return message?.type === "board" ? message.entries : [];
}

const texts = (row: HTMLTableRowElement | undefined): string[] =>
  [...(row?.cells ?? [])].map((cell) => cell.textContent ?? "");

beforeEach(() => {
  const table = document.createElement("table");
  body = table.createTBody();
});

test("rows say what the entries say, and mark one's own and the live ones", () => {
  showRows(body, entries(), options);
  expect(texts(body.rows[0])).toEqual([
    "1",
    "Ann guest",
    "1315",
    "214",
    "won",
    "100.0",
    "–",
    "0",
    "12:34",
    "",
  ]);
  expect(body.rows[2]?.className).toBe("own");
  expect(body.rows[2]?.dataset.status).toBe("playing");
  expect(body.rows[2]?.querySelector("a")?.getAttribute("href")).toBe("/hr/player/%C4%86iro%20%2F%201");
  expect(body.rows[2]?.cells[9]?.querySelector("a")?.getAttribute("href")).toBe("/hr/replay/z4h7j9f3p5se");
});

test("cells that a phone shows apart carry their headings, and those without a value are marked", () => {
  const head = body.parentElement?.insertBefore(document.createElement("thead"), body);
  const names = [
    "Rank",
    "Player",
    "Score",
    "Moves",
    "Result",
    "Percentile",
    "Decided by",
    "Peeks",
    "Time",
    "",
  ];
  const row = head?.appendChild(document.createElement("tr"));
  row?.append(...names.map((name) => Object.assign(document.createElement("th"), { textContent: name })));
  showRows(body, entries(), options);
  const extra = [...(body.rows[0]?.querySelectorAll<HTMLElement>(".extra") ?? [])];
  expect(extra.map(({ dataset }) => dataset.label)).toEqual([
    "Moves",
    "Percentile",
    "Decided by",
    "Peeks",
    "Time",
  ]);
  expect(
    extra.filter(({ classList }) => classList.contains("blank")).map(({ textContent }) => textContent),
  ).toEqual(["–"]);
});

test("a new order moves the rows that are there, and drops those that are gone", () => {
  showRows(body, entries(), options);
  const [first, second, third] = entries();
  const before = [...body.rows];
  if (first && third) showRows(body, [third, first], options);
  expect([...body.rows]).toEqual([before[2], before[0]]);
  if (second) showRows(body, [second], options);
  expect(texts(body.rows[0])[1]).toBe("Bo");
});

test("a name is text, whatever it holds", () => {
  const [first] = entries();
  if (first) showRows(body, [{ ...first, player: "<img src=x onerror=alert(1)>" }], options);
  expect(body.querySelector("img")).toBeNull();
  expect(body.rows[0]?.cells[1]?.textContent).toContain("<img");
});

test("a focused link keeps the focus when its row is told again", () => {
  document.body.append(body.parentElement ?? body);
  showRows(body, entries(), options);
  const link = body.querySelector("a");
  link?.focus();
  showRows(body, entries(), options);
  expect(document.activeElement).toBe(link);
});
