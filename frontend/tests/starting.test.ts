// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { TableInfo } from "../src/pagedata";
import { startNewGameDialog } from "../src/panels/starting";
import type { Site } from "../src/site";
import { DOUBLE_EASY, THIEVES } from "./messages";

const info = (spec: typeof THIEVES, more: Partial<TableInfo>): TableInfo => ({
  ...spec,
  name: spec.slug,
  game: "ds",
  gameName: "",
  drawName: null,
  scoring: "normal",
  ...more,
});
const easy = info(DOUBLE_EASY, {});
const hardVegas = info({ ...DOUBLE_EASY, slug: "ds-d3v", draw: 3 }, { scoring: "vegas" });
const thieves = info(THIEVES, { game: "ft", scoring: "own" });

const radio = (name: string, values: string[]): string =>
  values
    .map((value, index) => `<input type="radio" name="${name}" value="${value}"${index ? "" : " checked"}>`)
    .join("");

const post = vi.fn(() => new Promise(() => {}));
const site = { tables: [easy, hardVegas, thieves], rest: { post } } as unknown as Site;

const chosen = (name: string): string | undefined =>
  document.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value;

beforeEach(() => {
  document.body.innerHTML = `<dialog id="new-game"><form>${radio("game", ["ds", "ft"])}
    <fieldset data-choice="draw">${radio("draw", ["1", "3"])}</fieldset>
    <fieldset data-choice="scoring">${radio("scoring", ["normal", "vegas"])}</fieldset>
    <button data-start="daily"></button><input id="new-game-code"><p id="new-game-problem"></p></form></dialog>`;
});

test("the dialog begins with the table of the page", () => {
  startNewGameDialog(site, hardVegas);
  expect([chosen("game"), chosen("draw"), chosen("scoring")]).toEqual(["ds", "3", "vegas"]);
});

test("a game of one table hides the choices that it does not have", () => {
  startNewGameDialog(site, thieves);
  expect(chosen("game")).toBe("ft");
  expect(document.querySelector<HTMLFieldSetElement>("[data-choice]")?.hidden).toBe(true);
  document.querySelector<HTMLButtonElement>("[data-start]")?.click();
  expect(post).toHaveBeenCalledWith("games", { daily: "ft-n" });
});

test("a page without a table begins with the first", () => {
  startNewGameDialog(site, null);
  expect([chosen("game"), chosen("draw"), chosen("scoring")]).toEqual(["ds", "1", "normal"]);
});
