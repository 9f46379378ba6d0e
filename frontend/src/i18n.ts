import { readPlural } from "./plural";

/** The catalogue of one language, as the server compiles it from the djangojs domain. */
export interface Catalogue {
  /** A gettext plural expression in n, for example "n != 1". */
  plural: string;
  messages: Record<string, string[]>;
}

const ENGLISH = "n != 1";

let messages: Record<string, string[]> = {};
let pluralForm = readPlural(ENGLISH);
let language = "en";

/** Takes a catalogue into use; null goes back to the English of the source. */
export function setCatalogue(catalogue: Catalogue | null, code = "en"): void {
  messages = catalogue?.messages ?? {};
  pluralForm = readPlural(catalogue?.plural ?? ENGLISH);
  language = code;
}

/** Fetches and takes the catalogue; whatever goes wrong leaves the page in English, not dead. */
export async function loadCatalogue(url: string | null, code: string): Promise<void> {
  setCatalogue(null, code);
  if (url === null) return;
  try {
    const response = await fetch(url);
    if (response.ok) setCatalogue((await response.json()) as Catalogue, code);
  } catch {
    setCatalogue(null, code);
  }
}

/** The page's language, for dates and numbers. */
export const locale = (): string => language;

export function gettext(msgid: string): string {
  return messages[msgid]?.[0] || msgid;
}

export function ngettext(singular: string, plural: string, n: number): string {
  const forms = messages[singular];
  return forms?.[pluralForm(n)] || (n === 1 ? singular : plural);
}

/** Puts values in for %(name)s; a name without a value stays as it is. */
export function interpolate(text: string, values: Record<string, string | number>): string {
  return text.replace(/%\((\w+)\)s/g, (whole, name: string) => String(values[name] ?? whole));
}
