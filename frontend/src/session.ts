/**
 * One game as this window knows it: the server's truth, and what was asked and not yet answered.
 * Pure: `step` takes an event and gives the next session with the effects the page has to carry out.
 */

import { applyAction, type BoardState, pilesTouched, type TableSpec } from "./board/api";
import type { Acted, ClientMessage, GameMessage, Refused, Status, View } from "./protocol";
import { applyActed } from "./protocol";

export interface Pending {
  /** The game's seq this action was asked at. */
  seq: number;
  action: string;
  /** The piles it changes; EVERYTHING when that is not known before the answer (undo, what may be refused). */
  touched: string[];
  /** Whether the picture shows it already. */
  shown: boolean;
  /** Sent on the connection there is now. */
  sent: boolean;
  before: BoardState;
}

export interface Session {
  table: TableSpec;
  view: View;
  pending: Pending[];
  /** Asked while it could not yet be sent; goes out in this order. */
  waiting: string[];
  /** Sent acts of a dropped queue: their answers are still to come and mean nothing any more. */
  stale: { seq: number; action: string }[];
  /** Whether the connection there is now has told the game's state. */
  ready: boolean;
  syncing: boolean;
  /** Ticks heard while the first pending action had no answer. */
  unanswered: number;
}

export type SessionEvent =
  | { type: "asked"; action: string }
  | { type: "offline" }
  | { type: "message"; message: GameMessage };

export type Effect =
  | { type: "send"; message: ClientMessage }
  | { type: "accepted"; action: string; before: BoardState; after: View; own: boolean }
  | { type: "refused"; action: string; code: string; detail: string; at: View }
  | { type: "ended"; status: Status }
  | { type: "problem"; detail: string };

export interface Step {
  session: Session;
  effects: Effect[];
}

const EVERYTHING = "*";
const TICKS_BEFORE_ASKING_AGAIN = 2;

export const startSession = (table: TableSpec, view: View): Session => ({
  table,
  view,
  pending: [],
  waiting: [],
  stale: [],
  ready: false,
  syncing: false,
  unanswered: 0,
});

export const boardOf = (view: View): BoardState => ({
  stock: view.stock,
  waste: view.waste,
  columns: view.columns,
  foundations: view.foundations,
  legal: view.legal,
});

export const isIdle = (session: Session): boolean => !session.pending.length && !session.waiting.length;

/** What the table shows: the truth with every pending action done, and the actions possible before the next answer. */
export function picture(session: Session): BoardState {
  const { view, table, pending } = session;
  let state = boardOf(view);
  for (const one of pending) {
    if (one.shown && one.seq >= view.seq) state = applyAction(state, table, one.action);
  }
  return { ...state, legal: possible(session, state) };
}

function possible(session: Session, state: BoardState): string[] {
  const { view, table, pending, waiting } = session;
  if (view.status !== "playing" || waiting.length) return [];
  if (!pending.length) return view.legal;
  const busy = new Set(pending.flatMap((one) => one.touched));
  if (busy.has(EVERYTHING) || pending.some((one) => one.seq < view.seq)) return [];
  const truth = boardOf(view);
  const rest = view.legal.filter(
    (token) => token !== "s" && !pilesTouched(truth, table, token).some((pile) => busy.has(pile)),
  );
  return state.stock > 0 ? ["s", ...rest] : rest;
}

export function step(session: Session, event: SessionEvent): Step {
  if (event.type === "asked") return ask(session, event.action);
  if (event.type === "offline") {
    const pending = session.pending.map((one) => ({ ...one, sent: false }));
    return { session: { ...session, pending, stale: [], ready: false, syncing: false }, effects: [] };
  }
  const { message } = event;
  switch (message.type) {
    case "state":
      return takeState(session, message.view);
    case "acted":
      return takeActed(session, message);
    case "refused":
      return takeRefused(session, message);
    case "error":
      return sync({ ...dropQueue(session), stale: [] }, [{ type: "problem", detail: message.detail }]);
    case "tick":
      return takeTick(session, message.seq, message.status);
  }
}

function ask(session: Session, action: string): Step {
  if (session.view.status !== "playing") return { session, effects: [] };
  if (isIdle(session) || picture(session).legal.includes(action)) return flush(queue(session, action));
  return { session: { ...session, waiting: [...session.waiting, action] }, effects: [] };
}

/** Puts an action at the end of the queue; one that is not known to be legal is asked but not shown. */
function queue(session: Session, action: string): Session {
  const before = picture(session);
  const shown = before.legal.includes(action);
  const touched = shown ? pilesTouched(before, session.table, action) : [EVERYTHING];
  const seq = (session.pending.at(-1)?.seq ?? session.view.seq - 1) + 1;
  return { ...session, pending: [...session.pending, { seq, action, touched, shown, sent: false, before }] };
}

/** Sends what can be sent. Actions the log may hold already are asked again first; the others wait for that answer. */
function flush(session: Session, effects: Effect[] = []): Step {
  if (!session.ready) return { session, effects };
  const doubtful = session.pending.filter((one) => one.seq < session.view.seq);
  const due = (doubtful.length ? doubtful : session.pending).filter((one) => !one.sent);
  const sends = due.map(
    ({ seq, action }): Effect => ({ type: "send", message: { type: "act", seq, action } }),
  );
  const pending = session.pending.map((one) => (due.includes(one) ? { ...one, sent: true } : one));
  return { session: { ...session, pending }, effects: [...effects, ...sends] };
}

/** Lets waiting actions go out as far as they can, then sends. */
function release(session: Session, effects: Effect[]): Step {
  let next = session;
  for (;;) {
    const [first, ...rest] = next.waiting;
    if (first === undefined) break;
    const free = { ...next, waiting: [] };
    if (next.pending.length && !picture(free).legal.includes(first)) break;
    next = { ...queue(free, first), waiting: rest };
  }
  return flush(next, effects);
}

/** Forgets everything asked, except that the acts sent after `from` still have an answer coming. */
function dropQueue(session: Session, from = 0): Session {
  const late = session.pending.slice(from).filter((one) => one.sent);
  const stale = [...session.stale, ...late.map(({ seq, action }) => ({ seq, action }))];
  return { ...session, pending: [], waiting: [], stale, unanswered: 0 };
}

function sync(session: Session, effects: Effect[]): Step {
  return {
    session: { ...session, syncing: true },
    effects: [...effects, { type: "send", message: { type: "sync" } }],
  };
}

/** Takes a new truth; when the game is over with it, nothing is pending any more. */
function withView(session: Session, view: View, effects: Effect[]): Step {
  const next = { ...session, view, unanswered: 0 };
  if (view.status === "playing") return { session: next, effects };
  if (session.view.status === "playing") effects.push({ type: "ended", status: view.status });
  return { session: dropQueue(next), effects };
}

function takeState(session: Session, view: View): Step {
  if (session.ready && view.seq < session.view.seq) return { session, effects: [] };
  const taken = withView({ ...session, ready: true, syncing: false }, view, []);
  const { pending } = taken.session;
  if ((pending[0]?.seq ?? 0) > view.seq) return { session: dropQueue(taken.session), effects: taken.effects };
  const asked = pending.map((one) => (one.seq < view.seq ? { ...one, sent: false } : one));
  return release({ ...taken.session, pending: asked }, taken.effects);
}

function takeActed(session: Session, acted: Acted): Step {
  const { stale } = session;
  const isStale = stale[0]?.seq === acted.seq - 1 && stale[0].action === acted.action;
  const known = isStale ? { ...session, stale: stale.slice(1) } : session;
  if (acted.seq <= known.view.seq) return confirm(known, acted);
  if (acted.seq > known.view.seq + 1)
    return known.syncing ? { session: known, effects: [] } : sync(known, []);

  const [head, ...rest] = known.pending;
  const own = head?.seq === acted.seq - 1 && head.action === acted.action;
  const queued = own ? { ...known, pending: rest } : head?.seq === acted.seq - 1 ? dropQueue(known) : known;
  const view = applyActed(known.view, acted);
  const effect: Effect = {
    type: "accepted",
    action: acted.action,
    before: boardOf(known.view),
    after: view,
    own,
  };
  const taken = withView(queued, view, [effect]);
  return release(taken.session, taken.effects);
}

/** An answer told once more: the action stands in the log, and the truth has it already. */
function confirm(session: Session, acted: Acted): Step {
  const found = session.pending.find((one) => one.seq === acted.seq - 1 && one.action === acted.action);
  if (!found) return { session, effects: [] };
  const pending = session.pending.filter((one) => one !== found);
  const { action } = acted;
  return release({ ...session, pending, unanswered: 0 }, [
    { type: "accepted", action, before: found.before, after: session.view, own: true },
  ]);
}

function takeRefused(session: Session, refused: Refused): Step {
  if (session.stale[0]?.action === refused.action) {
    return { session: { ...session, stale: session.stale.slice(1) }, effects: [] };
  }
  const index = session.pending.findIndex((one) => one.sent && one.action === refused.action);
  if (index < 0) return { session, effects: [] };
  const { action, code, detail } = refused;
  const dropped = dropQueue(session, index + 1);
  const effects: Effect[] = [{ type: "refused", action, code, detail, at: session.view }];
  return refused.seq > session.view.seq && code !== "out_of_step"
    ? sync(dropped, effects)
    : { session: dropped, effects };
}

/** A tick comes only when nothing else did: what it tells and we do not know was missed. */
function takeTick(session: Session, seq: number, status: Status): Step {
  if (!session.ready) return { session, effects: [] };
  if (seq > session.view.seq || status !== session.view.status) return sync(session, []);
  if (!session.pending[0]?.sent) return { session, effects: [] };
  const unanswered = session.unanswered + 1;
  if (unanswered < TICKS_BEFORE_ASKING_AGAIN) return { session: { ...session, unanswered }, effects: [] };
  const pending = session.pending.map((one) => ({ ...one, sent: false }));
  return flush({ ...session, pending, unanswered: 0 });
}
