import { build, need } from "../elements";
import { gettext } from "../i18n";

const SHOWN_MS = 6_000;

export interface Toasts {
  /** Shows words for a while, in place of the words before; the live region speaks for itself. */
  tell(words: string): void;
  /** Shows a notice that stays until it is closed or `clear` is called. */
  keep(words: string): { clear(): void };
}

export function createToasts(): Toasts {
  const host = need("toasts", HTMLElement);
  let passing: HTMLElement | null = null;
  let timer = 0;

  return {
    tell(words) {
      clearTimeout(timer);
      passing?.remove();
      const toast = build("p", { class: "toast", "aria-hidden": "true" }, words);
      passing = toast;
      host.append(toast);
      timer = window.setTimeout(() => toast.remove(), SHOWN_MS);
    },
    keep(words) {
      const close = build("button", { type: "button", class: "button small" }, gettext("Close"));
      const notice = build("div", { class: "toast kept" }, build("p", {}, words), close);
      const clear = (): void => notice.remove();
      close.addEventListener("click", clear);
      host.prepend(notice);
      return { clear };
    },
  };
}
