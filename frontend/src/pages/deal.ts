import { createBoard } from "../board/api";
import { need } from "../elements";
import type { DealData } from "../pagedata";
import { startButtons } from "../panels/starting";
import { boardOf } from "../session";
import { boardSettings } from "../settings";
import type { Site } from "../site";
import { boardText } from "../words/piles";

/** The opening of a deal, drawn to be looked at. */
export function startDeal(site: Site, data: DealData): void {
  const { table, view } = data;
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
  board.show({ ...boardOf(view), legal: [] }, { animate: false });
  site.settings.follow((settings) => board.configure(boardSettings(settings)));
  startButtons(site, "play-problem");
}
