import { type Board, createBoard } from "../board/api";
import { need, seek, setText } from "../elements";
import { gettext } from "../i18n";
import type { PlayData } from "../pagedata";
import { createConnectionPanel } from "../panels/connection";
import { confirm, openDialog, tellLines } from "../panels/dialogs";
import { canFinish, createFinisher } from "../panels/finish";
import { GameTime } from "../panels/gametime";
import { showOutcome } from "../panels/outcome";
import { createReleaseNotice } from "../panels/release";
import { problemText, startGame } from "../panels/starting";
import { showStats, showTime } from "../panels/stats";
import { createToasts } from "../panels/toast";
import { readGameMessage, type View } from "../protocol";
import { boardOf, type Effect, isIdle, picture, type SessionEvent, startSession, step } from "../session";
import { boardSettings } from "../settings";
import type { Site } from "../site";
import { openSocket } from "../socket";
import { actionSentence } from "../words/actions";
import { cardMark, cardName } from "../words/cards";
import { boardText, positionLines } from "../words/piles";
import { refusalSentence } from "../words/refusals";
import { durationText } from "../words/time";

export function startPlay(site: Site, data: PlayData): void {
  const { table, mine } = data;
  const toasts = createToasts();
  const time = new GameTime();
  let session = startSession(table, data.view);
  /** An undo asked for while its being a peek was not known yet. */
  let undoLater = false;
  let countsNotice: { clear(): void } | null = null;

  const board: Board = createBoard({
    host: need("board", HTMLElement),
    table,
    cards: data.cards,
    text: boardText(table.name),
    settings: boardSettings(site.settings.get()),
    interactive: mine && data.view.status === "playing",
    onAction: askByHand,
    onKey: (key) => (key === "undo" ? void askUndo() : openDialog("keys")),
    announce: site.announce,
  });
  const showConnection = createConnectionPanel(site.announce);
  const noteRelease = createReleaseNotice(data.version, site.announce);
  const finisher = createFinisher(
    () => picture(session),
    () => isIdle(session),
    ask,
  );

  const socket = openSocket({
    path: data.socket,
    onText: (text) => {
      const message = readGameMessage(text);
      if (message?.type === "tick") noteRelease(message.release);
      if (message) dispatch({ type: "message", message });
    },
    onState: (state) => {
      showConnection(state);
      if (state === "offline") dispatch({ type: "offline" });
      if (state === "gone" || state === "forbidden") board.setInteractive(false);
    },
  });

  function dispatch(event: SessionEvent): void {
    const before = session;
    const next = step(session, event);
    session = next.session;
    if (session !== before) render(before.view !== session.view);
    for (const effect of next.effects) carryOut(effect);
    if (undoLater && isIdle(session)) void askUndo();
  }

  function ask(action: string): void {
    if (mine) dispatch({ type: "asked", action });
  }

  function askByHand(action: string): void {
    finisher.stop();
    if (action === "u") void askUndo();
    else ask(action);
  }

  /** Before the first undo of a ranked attempt that would be a peek the player is asked. */
  async function askUndo(): Promise<void> {
    finisher.stop();
    undoLater = false;
    const { view } = session;
    if (view.ranked && view.peeks === 0) {
      if (!isIdle(session)) {
        undoLater = true;
        return;
      }
      if (view.undo_peeks && !(await confirmPeek())) return;
    }
    ask("u");
  }

  function carryOut(effect: Effect): void {
    if (effect.type === "send") socket.send(effect.message);
    if (effect.type === "accepted") {
      countsNotice?.clear();
      site.announce(actionSentence(effect.action, effect.before, boardOf(effect.after)));
    }
    if (effect.type === "refused") refuse(effect.action, effect.code, effect.detail, effect.at);
    if (effect.type === "problem") toasts.tell(effect.detail || gettext("The server could not read that."));
    if (effect.type === "ended") end();
  }

  function refuse(action: string, code: string, detail: string, at: View): void {
    finisher.stop();
    board.slideBack(action);
    const refusal = { code, action, state: boardOf(at), detail };
    site.announce(refusalSentence(refusal, cardName));
    if (site.settings.get().interactiveRules) toasts.tell(refusalSentence(refusal, cardMark));
  }

  function end(): void {
    finisher.stop();
    countsNotice?.clear();
    showOutcome(session.view, mine, {
      replay: data.replay,
      board: session.view.daily && site.link(`/daily/${session.view.daily}/${table.slug}`),
    });
    const { status } = session.view;
    if (status === "won") site.announce(gettext("The game is won."));
    else if (status !== "playing") site.announce(gettext("The game is over."));
  }

  const undo = seek("undo", HTMLButtonElement);
  const finish = seek("finish", HTMLButtonElement);
  const restart = seek("restart", HTMLButtonElement);
  const giveUp = seek("give-up", HTMLButtonElement);

  function render(newTruth: boolean): void {
    const state = picture(session);
    board.show(state);
    const { view } = session;
    const playing = view.status === "playing";
    if (undo) setDisabled(undo, !playing || (view.undo === 0 && isIdle(session)));
    if (finish) finish.hidden = !playing || table.game !== "ds" || !canFinish(state);
    if (!newTruth) return;
    time.take(view, performance.now());
    tickTime();
    showStats(view);
    board.setInteractive(mine && playing);
    if (restart) restart.hidden = view.code === null;
    if (giveUp) giveUp.hidden = !playing;
    showTyping();
    need("code-line", HTMLElement).hidden = !view.code;
    setText(need("code", HTMLElement), view.code ?? "");
  }

  /** A button that turns off under the keyboard hands the focus on to the table. */
  function setDisabled(button: HTMLButtonElement, off: boolean): void {
    if (off && document.activeElement === button) board.focusPile();
    button.disabled = off;
  }

  function tickTime(): void {
    showTime(site.settings.get().showTime ? durationText(time.at(performance.now())) : null);
  }

  function showTyping(): void {
    const typed = seek("typed", HTMLFormElement);
    if (typed) typed.hidden = session.view.status !== "playing" || !site.settings.get().typeMoves;
  }

  async function giveUpGame(): Promise<void> {
    const text = session.view.ranked
      ? gettext("Your result on the board stays as it is now, and this deal cannot be begun again.")
      : gettext("The game ends here.");
    if (!(await confirm({ title: gettext("Give up this game?"), text, yes: gettext("Give up") }))) return;
    try {
      const view = await site.rest.post<View>(`games/${data.game}/give-up`);
      dispatch({ type: "message", message: { type: "state", view } });
    } catch (error) {
      toasts.tell(problemText(error));
    }
  }

  undo?.addEventListener("click", () => void askUndo());
  finish?.addEventListener("click", () => finisher.start());
  giveUp?.addEventListener("click", () => void giveUpGame());
  restart?.addEventListener("click", () => void startGame(site, { like: data.game }, toasts.tell));
  need("read-position", HTMLElement).addEventListener("click", () => {
    void tellLines(gettext("The position"), positionLines(picture(session), table));
  });
  startTyping(askByHand);
  startPageKeys(() => void askUndo());

  site.settings.follow((settings) => {
    board.configure(boardSettings(settings));
    showTyping();
    tickTime();
  });
  setInterval(tickTime, 1_000);
  render(true);
  if (data.view.status !== "playing") end();
  else if (mine && data.view.ranked && data.view.seq === 0) {
    const words = gettext("This is your game on today's deal: it counts from your first move on.");
    countsNotice = toasts.keep(words);
    site.announce(words);
  }
}

function confirmPeek(): Promise<boolean> {
  return confirm({
    title: gettext("This undo counts as a peek"),
    text: gettext(
      "It takes back a card you have just turned up. A game with a peek leaves the pure board for good.",
    ),
    yes: gettext("Undo"),
  });
}

/** The line that takes moves as text. */
function startTyping(ask: (action: string) => void): void {
  const form = seek("typed", HTMLFormElement);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = need("typed-move", HTMLInputElement);
    const action = input.value.trim().toLowerCase();
    input.value = "";
    if (action) ask(action);
  });
}

/** Undo and the list of keys work on the whole page too, unless text is being typed or a dialog is open. */
function startPageKeys(undo: () => void): void {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      event.preventDefault();
      undo();
    } else if (event.key === "?") openDialog("keys");
  });
}
