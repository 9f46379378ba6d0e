import { type BoardSettings, DEFAULT_SETTINGS } from "./board/api";

export interface Settings extends BoardSettings {
  interactiveRules: boolean;
  typeMoves: boolean;
  showTime: boolean;
  theme: "system" | "light" | "dark";
}

export const SETTINGS: Settings = {
  ...DEFAULT_SETTINGS,
  interactiveRules: true,
  typeMoves: false,
  showTime: true,
  theme: "system",
};

const CHOICES: Partial<Record<keyof Settings, readonly string[]>> = {
  animation: ["fast", "slow", "none"],
  theme: ["system", "light", "dark"],
};

const KEY = "twodeck.settings";

export interface SettingsStore {
  get(): Settings;
  set(change: Partial<Settings>): void;
  /** Calls back now and after every change, in this window or another. */
  follow(told: (settings: Settings) => void): void;
}

/** The settings in a text as it was kept; whatever does not fit is as by default. */
export function readSettings(text: string | null): Settings {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    kept = null;
  }
  const found = typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const right = Object.entries(SETTINGS).map(([name, usual]) => {
    const value = found[name];
    const choices = CHOICES[name as keyof Settings];
    const fits = typeof value === typeof usual && (!choices || choices.includes(value as string));
    return [name, fits ? value : usual];
  });
  return Object.fromEntries(right) as Settings;
}

/** A guest's settings, kept in the browser; where nothing can be kept they last as long as the page. */
export function createSettings(): SettingsStore {
  const followers: ((settings: Settings) => void)[] = [];
  let settings = readSettings(readStorage());

  const tell = (): void => {
    for (const told of followers) told(settings);
  };
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    settings = readSettings(event.newValue);
    tell();
  });

  return {
    get: () => settings,
    set(change) {
      settings = { ...settings, ...change };
      writeStorage(JSON.stringify(settings));
      tell();
    },
    follow(told) {
      followers.push(told);
      told(settings);
    },
  };
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function writeStorage(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Storage is switched off: the settings last as long as the page.
  }
}

/** What the board takes of them; the system's wish for less motion comes first. */
export function boardSettings(settings: Settings): BoardSettings {
  const { doubleClick, autoPlace, placementHelp, fourColour, largeIndex, leftHanded } = settings;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const animation = still ? "none" : settings.animation;
  return { doubleClick, autoPlace, placementHelp, fourColour, largeIndex, leftHanded, animation };
}

const YEAR_S = 365 * 86_400;

/** Sets the theme, and a cookie by which the server writes it into the next page before anything is drawn. */
export function applyTheme(theme: Settings["theme"]): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const kept = theme === "system" ? "theme=; Max-Age=0" : `theme=${theme}; Max-Age=${YEAR_S}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox ESR.
  document.cookie = `${kept}; Path=/; SameSite=Lax`;
}
