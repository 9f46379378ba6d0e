import { setText } from "../elements";
import { countdownText, dayText, durationText, momentText } from "../words/time";

/** Runs the page's countdowns; `reached` is called once for each when its moment has come. */
export function startCountdowns(now: () => number, reached: () => void): void {
  const done = new Set<string>();
  const tick = (): void => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-countdown]")) {
      const end = element.dataset.countdown ?? "";
      const left = Date.parse(end) - now();
      if (Number.isNaN(left)) continue;
      setText(element, countdownText(left));
      if (left <= 0 && !done.has(end)) {
        done.add(end);
        reached();
      }
    }
  };
  tick();
  setInterval(tick, 1_000);
}

/** Writes the days, moments and durations that the server left for the script in the viewer's way. */
export function writeTimes(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>("time[data-day]")) {
    setText(element, dayText(element.dateTime));
  }
  for (const element of root.querySelectorAll<HTMLTimeElement>("time[data-moment]")) {
    setText(element, momentText(element.dateTime));
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-duration]")) {
    setText(element, durationText(Number(element.dataset.duration)));
  }
}
