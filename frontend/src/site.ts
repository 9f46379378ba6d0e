import { gettext } from "./i18n";
import type { CommonData } from "./pagedata";
import { createAnnouncer } from "./panels/announcer";
import { createRest, type Rest } from "./rest";
import { createSettings, type SettingsStore } from "./settings";

/** What every page has at hand. */
export interface Site {
  rest: Rest;
  settings: SettingsStore;
  tables: CommonData["tables"];
  /** The server's time, in milliseconds since 1970, as well as this browser's clock can follow it. */
  now(): number;
  /** Says something once in the polite live region. */
  announce(words: string): void;
  /** A path of this site in the page's language. */
  link(path: string): string;
}

export function createSite(data: CommonData): Site {
  const ahead = Date.parse(data.now) - Date.now();
  const prefix = data.language === "en" ? "" : `/${data.language}`;
  const words = {
    unreachable: gettext("The server cannot be reached. Check the connection and try again."),
    unreadable: gettext("Something went wrong on the server. Please try again."),
  };
  return {
    rest: createRest({ api: data.api, language: data.language, words }),
    settings: createSettings(),
    tables: data.tables,
    now: () => Date.now() + (Number.isNaN(ahead) ? 0 : ahead),
    announce: createAnnouncer(),
    link: (path) => prefix + path,
  };
}
