// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { HomeData } from "../src/pagedata";
import { startHome } from "../src/pages/home";
import type { Site } from "../src/site";

const DAY = `
  <time datetime="2026-11-30" data-day></time>
  <time data-countdown="2026-12-01T00:00:00Z"></time>
  <p id="day-problem"></p>
  <ol id="deals">
    <li data-table="ds-d1n"><p data-part="state">won, 1220</p><p data-part="players">7 players</p>
      <div data-part="actions"><a href="/play/old">Your game</a></div><code data-part="commitment">aa</code></li>
    <li data-table="ft-n"><p data-part="state"></p><p data-part="players"></p><div data-part="actions"></div></li>
  </ol>`;

const get = vi.fn();
const site = {
  rest: { get, post: vi.fn() },
  now: () => Date.now(),
  announce: vi.fn(),
  link: (path: string) => `/hr${path}`,
} as unknown as Site;
const data = { date: "2026-11-30", closes: "2026-12-01T00:00:00Z" } as HomeData;
const tomorrow = {
  date: "2026-12-01",
  tables: [{ table: "ds-d1n", players: 1, me: null, closes: "2026-12-02T00:00:00Z", commitment: "bb" }],
};

const part = (table: string, name: string): Element | null =>
  document.querySelector(`[data-table="${table}"] [data-part="${name}"]`);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-30T23:59:58Z") });
  document.body.innerHTML = DAY;
  get.mockReset();
});

afterEach(() => vi.useRealTimers());

test("at the change of the day the page takes the new deals without reloading", async () => {
  get.mockResolvedValueOnce({ date: "2026-11-30", tables: [] }).mockResolvedValue(tomorrow);
  startHome(site, data);
  expect(document.querySelector("[data-countdown]")?.textContent).toBe("00:00:02");
  await vi.advanceTimersByTimeAsync(2_500);
  expect(get).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(get).toHaveBeenCalledTimes(2);
  expect(part("ds-d1n", "state")?.textContent).toBe("Not played yet");
  expect(part("ds-d1n", "players")?.textContent).toBe("1 player");
  expect(part("ds-d1n", "commitment")?.textContent).toBe("bb");
  expect(part("ds-d1n", "actions")?.querySelector("button")?.dataset.daily).toBe("ds-d1n");
  expect(part("ds-d1n", "actions")?.querySelector("a")?.getAttribute("href")).toBe(
    "/hr/daily/2026-12-01/ds-d1n",
  );
  expect(document.querySelector("[data-countdown]")?.textContent).toMatch(/^23:59/);
});

test("a table without a deal says so", async () => {
  get.mockResolvedValue(tomorrow);
  startHome(site, data);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(part("ft-n", "state")?.textContent).toMatch(/not prepared/);
  expect(part("ft-n", "actions")?.children).toHaveLength(0);
});

test("a server that does not answer is asked again", async () => {
  get.mockRejectedValueOnce(new Error("down")).mockResolvedValue(tomorrow);
  startHome(site, data);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(document.getElementById("day-problem")?.textContent).not.toBe("");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(document.getElementById("day-problem")?.textContent).toBe("");
  expect(part("ds-d1n", "players")?.textContent).toBe("1 player");
});
