import { writeTimes } from "../panels/countdown";

/** A page of text: only its times are left for the script. */
export function startText(): void {
  writeTimes(document);
}
