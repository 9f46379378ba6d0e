import type { Size } from "./measures";

// ms. Not every change of the pixel ratio is told: a window moved to another screen, Chromium's device emulation.
const LOOK = 100;

/** The canvas of a host: kept at exactly the host's size in device pixels, whatever the pixel ratio becomes. */
export class Surface {
  readonly canvas = document.createElement("canvas");
  readonly pen: CanvasRenderingContext2D;
  readonly #host: HTMLElement;
  readonly #changed: () => void;
  readonly #observer: ResizeObserver;
  readonly #look: ReturnType<typeof setInterval>;
  #ratio: MediaQueryList | undefined;
  #size: Size = { width: 0, height: 0, dpr: 1 };

  /** `changed` is told, before the next picture, when size or pixel ratio are others than before. */
  constructor(host: HTMLElement, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
    this.canvas.setAttribute("aria-hidden", "true");
    Object.assign(this.canvas.style, {
      position: "absolute",
      left: "0",
      top: "0",
      touchAction: "pinch-zoom",
    });
    const pen = this.canvas.getContext("2d", { alpha: false });
    if (!pen) throw new Error("no 2d canvas");
    this.pen = pen;
    host.prepend(this.canvas);
    this.#fit();
    this.#observer = new ResizeObserver(this.#measure);
    this.#observer.observe(host);
    addEventListener("resize", this.#measure);
    this.#watchRatio();
    this.#look = setInterval(() => {
      if (devicePixelRatio !== this.#size.dpr) this.#measure();
    }, LOOK);
  }

  get size(): Size {
    return this.#size;
  }

  /** True when the size is not what it was. */
  #fit(): boolean {
    const dpr = devicePixelRatio || 1;
    const [width, height] = [this.#host.clientWidth, this.#host.clientHeight];
    if (width === this.#size.width && height === this.#size.height && dpr === this.#size.dpr) return false;
    this.#size = { width, height, dpr };
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
    // Whole device pixels on the page too: nothing is scaled, so nothing is blurred.
    this.canvas.style.width = `${this.canvas.width / dpr}px`;
    this.canvas.style.height = `${this.canvas.height / dpr}px`;
    return true;
  }

  readonly #measure = (): void => {
    if (this.#fit()) this.#changed();
  };

  readonly #ratioChanged = (): void => {
    this.#watchRatio();
    this.#measure();
  };

  /** A media query names one ratio, so a new one is asked after each change. */
  #watchRatio(): void {
    this.#ratio?.removeEventListener("change", this.#ratioChanged);
    this.#ratio = matchMedia(`(resolution: ${devicePixelRatio || 1}dppx)`);
    this.#ratio.addEventListener("change", this.#ratioChanged);
  }

  destroy(): void {
    clearInterval(this.#look);
    this.#observer.disconnect();
    removeEventListener("resize", this.#measure);
    this.#ratio?.removeEventListener("change", this.#ratioChanged);
    this.canvas.remove();
  }
}
