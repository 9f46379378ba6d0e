import { build } from "../elements";
import { gettext } from "../i18n";

/** Copies text; by way of a selection where the page is not served securely and has no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = build("textarea", { readonly: "", class: "unseen" });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** The buttons that copy: [data-copy] holds the text, [data-copy-from] the id of the element that shows it. */
export function startCopying(announce: (words: string) => void): void {
  document.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>("[data-copy], [data-copy-from]")
        : null;
    if (!button) return;
    const { copy, copyFrom } = button.dataset;
    const text = copy ?? document.getElementById(copyFrom ?? "")?.textContent ?? "";
    void copyText(text.trim()).then((done) => {
      announce(done ? gettext("Copied") : gettext("It could not be copied"));
      button.dataset.done = done ? "yes" : "no";
      setTimeout(() => delete button.dataset.done, 1_500);
    });
  });
}
