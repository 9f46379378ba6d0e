import "../styles/main.css";
import { loadCatalogue } from "./i18n";
import { type PageData, readPageData } from "./pagedata";
import { startBoard } from "./pages/board";
import { startDeal } from "./pages/deal";
import { startHome } from "./pages/home";
import { startPlay } from "./pages/play";
import { startReplay } from "./pages/replay";
import { startText } from "./pages/text";
import { startCopying } from "./panels/copy";
import { startDialogs } from "./panels/dialogs";
import { startSettingsDialog } from "./panels/settings";
import { startNewGameDialog } from "./panels/starting";
import { createSite, type Site } from "./site";

function startPage(site: Site, data: PageData): void {
  switch (data.page) {
    case "play":
      startPlay(site, data);
      return;
    case "replay":
      void startReplay(site, data);
      return;
    case "board":
      startBoard(site, data);
      return;
    case "home":
      startHome(site, data);
      return;
    case "deal":
      startDeal(site, data);
      return;
    case "text":
      startText();
      return;
  }
}

const data = readPageData(document);
if (data) {
  document.documentElement.classList.add("scripted");
  await loadCatalogue(data.catalogue, data.language);
  const site = createSite(data);
  startDialogs();
  startCopying(site.announce);
  startSettingsDialog(site.settings);
  startNewGameDialog(site, "table" in data ? data.table : null);
  startPage(site, data);
}
