import type { BoardState } from "../board/api";

const PACE_MS = 110;
const TO_THE_FOUNDATIONS = /^[a-j]x$/;

/** Whether only the way up is left: no card hidden, nothing in stock and waste, and something still to move. */
export function canFinish(state: BoardState): boolean {
  return (
    state.stock === 0 &&
    state.waste.length === 0 &&
    state.columns.every((column) => column.hidden === 0) &&
    state.columns.some((column) => column.cards.length > 0)
  );
}

export interface Finisher {
  start(): void;
  /** Whatever else is done meanwhile ends it. */
  stop(): void;
}

/** Plays the rest as ordinary actions, one after another, while the player does nothing else. */
export function createFinisher(
  state: () => BoardState,
  isIdle: () => boolean,
  ask: (action: string) => void,
): Finisher {
  let timer = 0;
  const stop = (): void => clearInterval(timer);
  const next = (): void => {
    const action = state().legal.find((token) => TO_THE_FOUNDATIONS.test(token));
    if (action) ask(action);
    else if (isIdle()) stop();
  };
  return {
    start() {
      stop();
      timer = window.setInterval(next, PACE_MS);
      next();
    },
    stop,
  };
}
