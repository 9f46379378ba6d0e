import { createBoard } from "../board/api";
import { need, setText } from "../elements";
import { type Frame, type ReplayAnswer, readAt, readFrames, waitBefore } from "../frames";
import { gettext, interpolate } from "../i18n";
import type { ReplayData } from "../pagedata";
import { tellLines } from "../panels/dialogs";
import { problemText } from "../panels/starting";
import { showStats } from "../panels/stats";
import { createToasts } from "../panels/toast";
import { boardOf } from "../session";
import { boardSettings } from "../settings";
import type { Site } from "../site";
import { actionSentence } from "../words/actions";
import { capitalised, cardMark, cardName } from "../words/cards";
import { boardText, positionLines } from "../words/piles";
import { statusText } from "../words/results";

/** How a change of position is kept in the browser's history: as a step to come back from, or in place. */
type Keep = "push" | "replace" | "none";

export async function startReplay(site: Site, data: ReplayData): Promise<void> {
  const toasts = createToasts();
  try {
    runReplay(site, data, readFrames(await site.rest.get<ReplayAnswer>(data.frames)));
  } catch (error) {
    toasts.keep(problemText(error));
  }
}

function runReplay(site: Site, data: ReplayData, frames: Frame[]): void {
  const { table } = data;
  const last = frames.length - 1;
  const slider = need("at", HTMLInputElement);
  const run = need("run", HTMLButtonElement);
  const speed = need("speed", HTMLSelectElement);
  const words = { play: run.getAttribute("aria-label") ?? "", pause: run.dataset.pause ?? "" };
  const board = createBoard({
    host: need("board", HTMLElement),
    table,
    cards: data.cards,
    text: boardText(table.name),
    settings: boardSettings(site.settings.get()),
    interactive: false,
    onAction: () => {},
    announce: site.announce,
  });
  let at = -1;
  let timer = 0;
  /** Whether the slider is being dragged: the place it began at is one step of the history. */
  let scrubbing = false;
  slider.max = String(last);

  const addressed = (): number => readAt(new URLSearchParams(location.search).get("at"), last);

  function go(wanted: number, keep: Keep, how: { animate?: boolean; say?: boolean } = {}): void {
    const next = Math.max(0, Math.min(wanted, last));
    const frame = frames[next];
    if (!frame || next === at) return;
    const before = frames[next - 1];
    const near = Math.abs(next - at) === 1;
    at = next;
    board.show(boardOf(frame.view), { animate: how.animate ?? near });
    showStats(frame.view);
    const sentence = frameSentence(frame, before, cardName);
    setText(need("step", HTMLElement), frameSentence(frame, before, cardMark));
    if (how.say) site.announce(sentence);
    setText(need("count", HTMLElement), `${at}/${last}`);
    slider.value = String(at);
    slider.setAttribute(
      "aria-valuetext",
      interpolate(gettext("%(at)s of %(last)s: %(words)s"), { at, last, words: sentence }),
    );
    if (keep !== "none") remember(keep);
  }

  function remember(keep: "push" | "replace"): void {
    const url = new URL(location.href);
    url.searchParams.set("at", String(at));
    if (keep === "push") history.pushState(null, "", url);
    else history.replaceState(null, "", url);
  }

  function pause(): void {
    clearTimeout(timer);
    timer = 0;
    run.setAttribute("aria-label", words.play);
    run.querySelector("use")?.setAttribute("href", "#i-play");
  }

  function play(keep: Keep): void {
    if (at === last) {
      pause();
      return;
    }
    run.setAttribute("aria-label", words.pause);
    run.querySelector("use")?.setAttribute("href", "#i-pause");
    timer = window.setTimeout(
      () => {
        go(at + 1, keep);
        play("replace");
      },
      waitBefore(frames[at + 1]?.ms ?? 0, Number(speed.value)),
    );
  }

  const jump = (wanted: number, keep: Keep = "push"): void => {
    pause();
    go(wanted, keep, { say: true });
  };
  const toggle = (): void => {
    if (timer) pause();
    else play("push");
  };

  run.addEventListener("click", toggle);
  need("first", HTMLElement).addEventListener("click", () => jump(0));
  need("previous", HTMLElement).addEventListener("click", () => jump(at - 1));
  need("next", HTMLElement).addEventListener("click", () => jump(at + 1));
  need("last", HTMLElement).addEventListener("click", () => jump(last));
  slider.addEventListener("input", () => {
    pause();
    go(Number(slider.value), scrubbing ? "replace" : "push", { animate: false });
    scrubbing = true;
  });
  slider.addEventListener("change", () => {
    scrubbing = false;
  });
  window.addEventListener("popstate", () => {
    pause();
    go(addressed(), "none", { say: true });
  });
  need("read-position", HTMLElement).addEventListener("click", () => {
    const frame = frames[at];
    if (frame) void tellLines(gettext("The position"), positionLines(boardOf(frame.view), table));
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || isControl(event.target)) return;
    const keep = event.repeat ? "replace" : "push";
    const keys: Record<string, () => void> = {
      ArrowLeft: () => jump(at - 1, keep),
      ArrowRight: () => jump(at + 1, keep),
      Home: () => jump(0, keep),
      End: () => jump(last, keep),
      " ": toggle,
    };
    const does = keys[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });
  site.settings.follow((settings) => board.configure(boardSettings(settings)));

  go(location.search.includes("at=") ? addressed() : Math.min(data.at, last), "replace", { animate: false });
}

/** Keys belong to the control that has the focus; the table's piles keep theirs by preventing the default. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea, button, a, summary") !== null;
}

function frameSentence(frame: Frame, before: Frame | undefined, write: (face: string) => string): string {
  if (frame.action === null || !before) return gettext("The opening");
  const sentence = actionSentence(frame.action, boardOf(before.view), boardOf(frame.view), write);
  return frame.view.status === "playing"
    ? sentence
    : `${sentence}. ${capitalised(statusText(frame.view.status))}`;
}
