import { build, need, seek, setText } from "../elements";
import { gettext, interpolate, ngettext } from "../i18n";
import type { BoardData } from "../pagedata";
import { createConnectionPanel } from "../panels/connection";
import { startCountdowns, writeTimes } from "../panels/countdown";
import { createReleaseNotice } from "../panels/release";
import { type RowOptions, showRows } from "../panels/rows";
import { startButtons } from "../panels/starting";
import { type BoardMessage, type Entry, readBoardMessage } from "../protocol";
import type { Site } from "../site";
import { openSocket } from "../socket";

/** Ticks of a newer version, two seconds apart, after which the frame that brought it counts as lost. */
const TICKS_BEFORE_REOPENING = 2;

export function startBoard(site: Site, data: BoardData): void {
  writeTimes(document);
  startButtons(site, "play-problem");
  startCountdowns(site.now, () => tellDayOver(site, data));
  if (!data.final) followBoard(site, data);
}

function followBoard(site: Site, data: BoardData): void {
  const table = need("entries", HTMLTableElement);
  const own = need("own-row", HTMLTableSectionElement);
  const body = table.tBodies[0];
  let { version, entries, total } = data.board;
  let me = data.me;
  const noteRelease = createReleaseNotice(data.version, site.announce);
  let behind = 0;

  const options = (): RowOptions => ({
    own: me?.game ?? null,
    replays: table.dataset.replays === "yes",
    link: site.link,
  });

  /** One's own row: in its place among the first, or else below them. */
  function show(): void {
    const mine = me;
    const shown = mine ? entries.map((entry) => (entry.game === mine.game ? mine : entry)) : entries;
    if (body) showRows(body, shown, options());
    const below: Entry[] = mine && !entries.some((entry) => entry.game === mine.game) ? [mine] : [];
    showRows(own, below, options());
    own.hidden = below.length === 0;
    need("empty", HTMLElement).hidden = total > 0;
    const words = ngettext("%(total)s player", "%(total)s players", total);
    setText(need("total", HTMLElement), interpolate(words, { total }));
  }

  function take(message: BoardMessage): void {
    if (message.type === "tick") {
      noteRelease(message.release);
      behind = message.version > version ? behind + 1 : 0;
      if (behind >= TICKS_BEFORE_REOPENING) {
        behind = 0;
        socket.reopen();
      }
      return;
    }
    if (message.type === "me") {
      me = message.entry;
    } else {
      ({ version, entries, total } = message);
      if (message.final) tellFinal();
      behind = 0;
      const fresh = entries.find((entry) => entry.game === me?.game);
      if (fresh) me = fresh;
    }
    show();
  }

  const socket = openSocket({
    path: data.socket,
    onText: (text) => {
      const message = readBoardMessage(text);
      if (message) take(message);
    },
    onState: createConnectionPanel(site.announce),
  });
  show();
}

/** The board has become final while it was looked at. */
function tellFinal(): void {
  const line = need("day-over", HTMLElement);
  line.replaceChildren(gettext("This board is final."));
  line.hidden = false;
  const closing = seek("closing", HTMLElement);
  if (closing) closing.hidden = true;
}

/** The day of this board is over: says so, and leads to today's. */
function tellDayOver(site: Site, data: BoardData): void {
  const closing = seek("closing", HTMLElement);
  if (!closing) return;
  const line = need("day-over", HTMLElement);
  const today = new Date(site.now()).toISOString().slice(0, 10);
  const link = build(
    "a",
    { href: site.link(`/daily/${today}/${data.table.slug}`) },
    gettext("Go to today's board"),
  );
  const words = gettext(
    "This day is over. Games begun on it can be played on for one hour, then the board is final.",
  );
  line.replaceChildren(words, " ", link);
  line.hidden = false;
  closing.hidden = true;
}
