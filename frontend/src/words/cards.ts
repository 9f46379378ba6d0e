import { gettext, interpolate } from "../i18n";

const SYMBOLS: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

const RANKS = "A23456789TJQK";

/** "seven" of the seven of hearts. */
export function rankName(face: string): string {
  const names: Record<string, string> = {
    A: gettext("ace"),
    "2": gettext("two"),
    "3": gettext("three"),
    "4": gettext("four"),
    "5": gettext("five"),
    "6": gettext("six"),
    "7": gettext("seven"),
    "8": gettext("eight"),
    "9": gettext("nine"),
    T: gettext("ten"),
    J: gettext("jack"),
    Q: gettext("queen"),
    K: gettext("king"),
  };
  return names[face.charAt(0)] ?? face;
}

export function suitName(suit: string): string {
  const names: Record<string, string> = {
    S: gettext("spades"),
    H: gettext("hearts"),
    D: gettext("diamonds"),
    C: gettext("clubs"),
  };
  return names[suit] ?? suit;
}

/** A card as it is spoken: "seven of hearts". */
export const cardName = (face: string): string =>
  interpolate(gettext("%(rank)s of %(suit)s"), { rank: rankName(face), suit: suitName(face.charAt(1)) });

/** A rank as it is printed: "7", "10", "J". */
export function rankMark(face: string): string {
  const marks: Record<string, string> = {
    A: gettext("A"),
    T: "10",
    J: gettext("J"),
    Q: gettext("Q"),
    K: gettext("K"),
  };
  return marks[face.charAt(0)] ?? face.charAt(0);
}

/** A card as it is printed: "7♥". */
export const cardMark = (face: string): string => rankMark(face) + (SYMBOLS[face.charAt(1)] ?? "");

export const isRed = (face: string): boolean => "HD".includes(face.charAt(1));

/** The card of the same suit `by` ranks higher; null beyond the king or below the ace. */
export function neighbour(face: string, by: 1 | -1): string | null {
  const rank = RANKS.charAt(RANKS.indexOf(face.charAt(0)) + by);
  return rank === "" ? null : rank + face.charAt(1);
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
