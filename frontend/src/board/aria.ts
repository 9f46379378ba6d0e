import type { Layout, Pile } from "./layout";
import type { Rect } from "./measures";
import type { BoardState, BoardText, PileId, TableSpec } from "./types";

/** Cards in the hand, and how far from home. */
export interface Held {
  pile: PileId;
  index: number;
  dx: number;
  dy: number;
}

function place(element: HTMLElement, rect: Rect): void {
  const { style } = element;
  style.left = `${rect.x}px`;
  style.top = `${rect.y}px`;
  style.width = `${rect.w}px`;
  style.height = `${rect.h}px`;
}

/** The table as a screen reader, a magnifier and a test find it: one element per pile where the pile is drawn. */
export class Twin {
  readonly root = document.createElement("div");
  readonly #table: TableSpec;
  readonly #text: BoardText;
  readonly #piles = new Map<PileId, HTMLElement>();
  #last: PileId = "s";

  /** `order` is the order of reading and of the Tab key. */
  constructor(host: HTMLElement, table: TableSpec, text: BoardText, order: PileId[]) {
    this.#table = table;
    this.#text = text;
    const { root } = this;
    // Arrows belong to the piles, not to a reader's cursor.
    root.setAttribute("role", "application");
    root.setAttribute("aria-label", text.table(table));
    Object.assign(root.style, {
      position: "absolute",
      inset: "0",
      touchAction: "pinch-zoom",
      userSelect: "none",
      webkitUserSelect: "none",
      webkitTouchCallout: "none",
      webkitTapHighlightColor: "transparent",
    });
    for (const id of order) {
      const element = document.createElement("div");
      element.dataset.pile = id;
      element.tabIndex = 0;
      element.setAttribute("role", "button");
      // The ring is drawn on the canvas; a transparent one shows where the system forces its own colours.
      Object.assign(element.style, { position: "absolute", outline: "2px solid transparent" });
      this.#piles.set(id, element);
      root.append(element);
    }
    root.addEventListener("focusin", () => {
      this.#last = this.focused ?? this.#last;
    });
    host.append(root);
  }

  /** The pile that has the focus. */
  get focused(): PileId | null {
    const { activeElement } = document;
    return activeElement instanceof HTMLElement && this.root.contains(activeElement)
      ? (activeElement.dataset.pile ?? null)
      : null;
  }

  /** Whether the focus should be seen: it came by keyboard. */
  get focusShows(): boolean {
    return this.focused !== null && document.activeElement?.matches(":focus-visible") === true;
  }

  pileOf(node: EventTarget | null): PileId | null {
    const element = node instanceof Element ? node.closest<HTMLElement>("[data-pile]") : null;
    return element && this.root.contains(element) ? (element.dataset.pile ?? null) : null;
  }

  focus(id: PileId = this.#last): void {
    this.#piles.get(id)?.focus({ preventScroll: true });
  }

  /** Tells tests and styles that what is drawn is not yet at rest. */
  setMoving(on: boolean): void {
    this.root.toggleAttribute("data-moving", on);
  }

  setInteractive(on: boolean): void {
    for (const element of this.#piles.values()) {
      if (on) element.removeAttribute("aria-disabled");
      else element.setAttribute("aria-disabled", "true");
    }
  }

  setPicked(id: PileId | null): void {
    for (const [pile, element] of this.#piles) {
      if (pile === id) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
    }
  }

  /** Brings every element over what is drawn. */
  sync(layout: Layout, state: BoardState, held: Held | null): void {
    for (const [id, element] of this.#piles) {
      const pile = layout.piles.get(id);
      if (!pile) continue;
      place(element, pile.rect);
      const label = this.#text.pile(id, state, this.#table);
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
      this.#syncCards(element, pile, held);
    }
  }

  /** Only the cards in the hand have moved. */
  carry(layout: Layout, held: Held): void {
    const [element, pile] = [this.#piles.get(held.pile), layout.piles.get(held.pile)];
    if (element && pile) this.#syncCards(element, pile, held);
  }

  #syncCards(element: HTMLElement, pile: Pile, held: Held | null): void {
    while (element.children.length > pile.spots.length) element.lastElementChild?.remove();
    pile.spots.forEach(({ index, face, rect }, at) => {
      let card = element.children[at] as HTMLElement | undefined;
      if (!card) {
        card = document.createElement("span");
        card.setAttribute("aria-hidden", "true");
        card.style.position = "absolute";
        element.append(card);
      }
      if (face === null) {
        delete card.dataset.card;
        card.dataset.back = "";
      } else {
        delete card.dataset.back;
        card.dataset.card = face;
      }
      const away = held && held.pile === pile.id && index >= held.index ? held : { dx: 0, dy: 0 };
      place(card, { ...rect, x: rect.x - pile.rect.x + away.dx, y: rect.y - pile.rect.y + away.dy });
    });
  }
}
