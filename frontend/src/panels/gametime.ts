import type { View } from "../protocol";

/** The time of a game as it goes on: the server's, and what has passed here since it last told a new one. */
export class GameTime {
  private base = 0;
  private since = 0;
  private seq = -1;
  private running = false;

  /** `now` in milliseconds, of any clock that only goes forward. */
  take(view: View, now: number): void {
    if (view.seq !== this.seq || view.status !== "playing") {
      this.base = view.duration_ms;
      this.since = now;
      this.seq = view.seq;
    }
    this.running = view.status === "playing" && view.seq > 0;
  }

  /** Milliseconds at `now`. */
  at(now: number): number {
    return this.base + (this.running ? now - this.since : 0);
  }
}
