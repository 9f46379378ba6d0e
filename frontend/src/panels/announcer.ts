import { build, seek } from "../elements";

const KEPT_MS = 8_000;

/** Speaks through the page's polite live region; each call is read once, the same words again too. */
export function createAnnouncer(): (words: string) => void {
  const region = seek("live", HTMLElement);
  return (words) => {
    if (!region || !words) return;
    const line = build("p", {}, words);
    region.append(line);
    setTimeout(() => line.remove(), KEPT_MS);
  };
}
