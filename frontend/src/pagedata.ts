import type { TableSpec } from "./board/api";
import type { Entry, View } from "./protocol";

export interface TableInfo extends TableSpec {
  name: string;
  game: "ds" | "ft";
  gameName: string;
  drawName: string | null;
  scoring: "normal" | "vegas" | "own";
}

export interface CommonData {
  language: string;
  catalogue: string | null;
  cards: string;
  api: string;
  now: string;
  version: string;
  tables: TableInfo[];
}

export interface PlayData extends CommonData {
  page: "play";
  game: string;
  mine: boolean;
  table: TableInfo;
  view: View;
  socket: string;
  closes: string | null;
  replay: string;
}

export interface ReplayData extends CommonData {
  page: "replay";
  game: string;
  table: TableInfo;
  at: number;
  frames: string;
  mine: boolean;
}

export interface BoardData extends CommonData {
  page: "board";
  date: string;
  table: TableInfo;
  league: "open" | "pure";
  socket: string;
  board: { version: number; total: number; entries: Entry[] };
  me: Entry | null;
  opens: string;
  closes: string;
  final: boolean;
}

export interface HomeData extends CommonData {
  page: "home";
  closes: string;
  date: string;
}

export interface DealData extends CommonData {
  page: "deal";
  code: string;
  table: TableInfo;
  view: View;
}

export interface TextData extends CommonData {
  page: "text";
}

export type PageData = PlayData | ReplayData | BoardData | HomeData | DealData | TextData;

/** What the server put into the page for the script; null on a page that has none. */
export function readPageData(root: Document): PageData | null {
  const holder = root.getElementById("page-data");
  return holder?.textContent ? (JSON.parse(holder.textContent) as PageData) : null;
}
