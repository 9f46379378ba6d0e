import { need, seek } from "../elements";
import { gettext } from "../i18n";
import type { TableInfo } from "../pagedata";
import type { View } from "../protocol";
import { ApiError } from "../rest";
import type { Site } from "../site";

export type Start = { table: string } | { code: string } | { daily: string } | { like: string };

/** What went wrong, as a sentence to show. */
export const problemText = (error: unknown): string =>
  error instanceof ApiError ? error.message : gettext("Something went wrong. Please try again.");

let starting = false;

/** Starts a game and goes to it; what goes wrong is told by `problem`. A second press while it starts does nothing. */
export async function startGame(site: Site, start: Start, problem: (words: string) => void): Promise<void> {
  if (starting) return;
  starting = true;
  try {
    problem("");
    const view = await site.rest.post<View>("games", start);
    location.assign(site.link(`/play/${view.id}`));
  } catch (error) {
    problem(problemText(error));
  } finally {
    starting = false;
  }
}

/** The buttons of a page that start a daily or a code; `where` is the id of the paragraph for what goes wrong. */
export function startButtons(site: Site, where: string): void {
  const line = seek(where, HTMLElement);
  document.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-daily], [data-code]") : null;
    if (!button) return;
    const { daily, code } = button.dataset;
    const start = daily ? { daily } : { code: code ?? "" };
    void startGame(site, start, (words) => {
      if (line) line.textContent = words;
    });
  });
}

/** The dialog for a new game: by table, by code, or today's deal of the chosen table; at first `shown`, the page's. */
export function startNewGameDialog(site: Site, shown: TableInfo | null): void {
  const dialog = seek("new-game", HTMLDialogElement);
  const form = dialog?.querySelector("form");
  if (!dialog || !form) return;
  const line = need("new-game-problem", HTMLElement);
  const code = need("new-game-code", HTMLInputElement);
  const problem = (words: string): void => {
    line.textContent = words;
  };

  const chosen = (): string => {
    const choice = new FormData(form);
    const fitting = site.tables.filter((table) => table.game === choice.get("game"));
    const table =
      fitting.find(
        ({ draw, scoring }) => String(draw) === choice.get("draw") && scoring === choice.get("scoring"),
      ) ?? fitting[0];
    return table?.slug ?? "";
  };
  /** A game of one table leaves nothing to choose. */
  const offer = (): void => {
    const game = new FormData(form).get("game");
    const single = site.tables.filter((table) => table.game === game).length < 2;
    for (const field of form.querySelectorAll<HTMLFieldSetElement>("[data-choice]")) field.hidden = single;
  };

  const choose = (name: string, value: string): void => {
    for (const input of form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) {
      if (input.value === value) input.checked = true;
    }
  };

  if (shown) {
    choose("game", shown.game);
    choose("draw", String(shown.draw));
    choose("scoring", shown.scoring);
  }
  form.addEventListener("change", offer);
  offer();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const start = document.activeElement === code && code.value ? { code: code.value } : { table: chosen() };
    void startGame(site, start, problem);
  });
  dialog.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-start]") : null;
    if (button?.dataset.start === "daily") void startGame(site, { daily: chosen() }, problem);
    if (button?.dataset.start === "code") void startGame(site, { code: code.value }, problem);
  });
}
