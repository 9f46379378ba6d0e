import type { BoardState } from "../board/api";
import { gettext, interpolate } from "../i18n";
import { columnNumber, readMove } from "../notation";
import { isRed, neighbour, rankName } from "./cards";

export interface RefusalCase {
  code: string;
  action: string;
  /** The position the action was refused in. */
  state: BoardState;
  /** The server's own sentence, for a code not known here. */
  detail: string;
}

/** How a card is written: printed ("7♥") or spoken ("seven of hearts"). */
type Write = (face: string) => string;

/** The card that should move and the one it should lie on, as far as they can be seen. */
function cardsConcerned(action: string, state: BoardState): { card: string | null; target: string | null } {
  const move = readMove(action);
  if (!move) return { card: null, target: null };
  const target = move.to === "x" ? null : (state.columns[columnNumber(move.to) - 1]?.cards.at(-1) ?? null);
  if (move.from === "w") return { card: state.waste.at(-1) ?? null, target };
  if (/[1-8]/.test(move.from)) return { card: state.foundations[Number(move.from) - 1] ?? null, target };
  const cards = state.columns[columnNumber(move.from) - 1]?.cards ?? [];
  return { card: cards.at(-move.count) ?? null, target };
}

/** Why a card does not fit the one it was put on, by the rule that was broken. */
function misfit(code: string, card: string, target: string, write: Write): string {
  const higher = neighbour(card, 1);
  const values = { card: write(card), target: write(target), rank: higher ? rankName(higher) : "" };
  if (!higher) {
    return interpolate(gettext("The %(card)s lies on no other card; this is the %(target)s."), values);
  }
  if (code === "wrong_color") {
    return interpolate(
      isRed(card)
        ? gettext("The %(card)s needs a black %(rank)s; this is the %(target)s.")
        : gettext("The %(card)s needs a red %(rank)s; this is the %(target)s."),
      values,
    );
  }
  if (code === "wrong_suit") {
    const wanted = write(higher);
    return interpolate(gettext("The %(card)s needs the %(wanted)s; this is the %(target)s."), {
      ...values,
      wanted,
    });
  }
  return interpolate(
    gettext("The %(card)s needs a card one rank higher, a %(rank)s; this is the %(target)s."),
    values,
  );
}

function notReady(card: string, write: Write): string {
  const lower = neighbour(card, -1);
  if (!lower) return gettext("No foundation of this suit is free for another ace.");
  return interpolate(gettext("The %(card)s has to wait: the %(lower)s must lie on a foundation first."), {
    card: write(card),
    lower: write(lower),
  });
}

/** The sentences that name no card: one for every reason, and what the others say when their cards cannot be seen. */
function plainSentences(): Record<string, string> {
  return {
    unknown_action: gettext("That is no move of this table."),
    game_over: gettext("The game is over."),
    stock_empty: gettext("The stock is empty: there is nothing to draw."),
    stock_not_empty: gettext("Cards are left in the stock; the waste is turned back only when it is empty."),
    no_redeal: gettext("This table allows one pass through the stock, so the waste is not turned back."),
    waste_empty: gettext("The waste is empty."),
    source_empty: gettext("There are not that many cards to move there."),
    same_pile: gettext("The card lies there already."),
    hidden_card: gettext("A run consists of face-up cards: a card still face down cannot move."),
    single_card_only: gettext("Only one card moves at a time on this table."),
    needs_king: gettext("An empty column takes only a king."),
    ace_takes_nothing: gettext("Nothing can be put on an ace."),
    wrong_color: gettext("The colours must alternate."),
    wrong_suit: gettext("The suit must be the same."),
    wrong_rank: gettext("A card goes on the card one rank higher."),
    foundation_not_ready: gettext("No foundation takes this card now."),
    nothing_to_undo: gettext("There is nothing to undo."),
    out_of_step: gettext("The game has moved on in another window; this is how it stands now."),
    not_yours: gettext("This is somebody else's game: you can watch it."),
  };
}

/** The reasons of rules.md that have a sentence here. */
export const knownReasons = (): string[] => Object.keys(plainSentences());

/** One plain sentence on the rule, naming the cards concerned where they can be seen. */
export function refusalSentence({ code, action, state, detail }: RefusalCase, write: Write): string {
  const { card, target } = cardsConcerned(action, state);
  if (card && target) {
    if (code === "wrong_color" || code === "wrong_suit" || code === "wrong_rank") {
      return misfit(code, card, target, write);
    }
    if (code === "ace_takes_nothing") {
      return interpolate(gettext("Nothing can be put on an ace: the %(card)s cannot go on the %(target)s."), {
        card: write(card),
        target: write(target),
      });
    }
  }
  if (card && code === "needs_king") {
    return interpolate(gettext("An empty column takes only a king; this is the %(card)s."), {
      card: write(card),
    });
  }
  if (card && code === "foundation_not_ready" && (readMove(action)?.count ?? 1) === 1)
    return notReady(card, write);
  return plainSentences()[code] ?? detail;
}
