import { build, need, setText } from "../elements";
import { gettext, interpolate, ngettext } from "../i18n";
import type { HomeData } from "../pagedata";
import { startCountdowns, writeTimes } from "../panels/countdown";
import { problemText, startButtons } from "../panels/starting";
import type { Site } from "../site";

interface Daily {
  table: string;
  players: number;
  /** One's own game on it. */
  me: string | null;
  closes: string;
  commitment: string | null;
}

/** So that not every open page asks in the same second. */
const JITTER_MS = 6_000;
const AGAIN_MS = 15_000;

export function startHome(site: Site, data: HomeData): void {
  let day = data.date;
  writeTimes(document);
  startButtons(site, "day-problem");
  startCountdowns(site.now, () => ask(1_000 + Math.random() * JITTER_MS));

  function ask(wait: number): void {
    setTimeout(() => void refresh(), wait);
  }

  /** Fetches the new day, until it is there. */
  async function refresh(): Promise<void> {
    try {
      const today = await site.rest.get<{ date: string; tables: Daily[] }>("dailies/today");
      if (today.date === day) return ask(AGAIN_MS);
      day = today.date;
      showDay(site, today.date, today.tables);
      site.announce(gettext("Today's new deals are here."));
    } catch (error) {
      setText(need("day-problem", HTMLElement), problemText(error));
      ask(AGAIN_MS);
    }
  }
}

function showDay(site: Site, date: string, dailies: Daily[]): void {
  setText(need("day-problem", HTMLElement), "");
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-day]")) time.dateTime = date;
  const closes = dailies[0]?.closes;
  for (const time of document.querySelectorAll<HTMLElement>("[data-countdown]")) {
    if (closes) time.dataset.countdown = closes;
  }
  writeTimes(document);
  for (const row of need("deals", HTMLElement).querySelectorAll<HTMLElement>("[data-table]")) {
    showDeal(site, row, date, dailies.find((daily) => daily.table === row.dataset.table) ?? null);
  }
}

/** One table's deal of the day; without one, the plain sentence that it is missing. */
function showDeal(site: Site, row: HTMLElement, date: string, daily: Daily | null): void {
  const part = (name: string): HTMLElement | null => row.querySelector(`[data-part="${name}"]`);
  const state = daily?.me ? gettext("Begun") : gettext("Not played yet");
  setText(
    part("state"),
    daily ? state : gettext("There is no deal for this table today: it was not prepared."),
  );
  const players = daily?.players ?? 0;
  const counted = interpolate(ngettext("%(players)s player", "%(players)s players", players), { players });
  setText(part("players"), daily ? counted : "");
  setText(part("commitment"), daily?.commitment ?? "");
  part("actions")?.replaceChildren(...(daily ? dealActions(site, date, daily) : []));
}

function dealActions(site: Site, date: string, { table, me }: Daily): HTMLElement[] {
  const play = me
    ? build("a", { class: "button primary", href: site.link(`/play/${me}`) }, gettext("Continue"))
    : build(
        "button",
        { type: "button", class: "button primary", "data-daily": table },
        gettext("Play today's deal"),
      );
  const board = build("a", { class: "button", href: site.link(`/daily/${date}/${table}`) }, gettext("Board"));
  return [play, board];
}
