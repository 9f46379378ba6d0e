import { build, seek } from "../elements";
import { gettext } from "../i18n";

/** Wires [data-open] and [data-close] of the page; a tap beside a dialog closes it, an item closes the menu. */
export function startDialogs(): void {
  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target instanceof HTMLDialogElement) target.close();
    const opener = target.closest<HTMLElement>("[data-open]");
    if (target.closest("[data-close]")) target.closest("dialog")?.close();
    const menu = target.closest<HTMLElement>(".menu[popover]");
    if (menu && target.closest(".item, [data-open]")) menu.hidePopover();
    if (opener?.dataset.open) openDialog(opener.dataset.open);
  });
}

export function openDialog(id: string): void {
  const dialog = seek(id, HTMLDialogElement);
  if (dialog && !dialog.open) dialog.showModal();
}

function show(title: string, content: Node[], buttons: HTMLButtonElement[]): Promise<string> {
  const heading = build("h2", { id: "asked-title" }, title);
  const row = build("div", { class: "row end" }, ...buttons);
  const form = build("form", { method: "dialog", class: "stack" }, heading, ...content, row);
  const dialog = build("dialog", { class: "dialog", "aria-labelledby": "asked-title" }, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answered) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      answered(dialog.returnValue);
    });
  });
}

/** Asks before something that cannot be taken back; true for yes. */
export async function confirm(question: { title: string; text: string; yes: string }): Promise<boolean> {
  const no = build("button", { class: "button", value: "no" }, gettext("Cancel"));
  const yes = build("button", { class: "button primary", value: "yes" }, question.yes);
  const answer = await show(question.title, [build("p", {}, question.text)], [no, yes]);
  return answer === "yes";
}

/** Shows lines of text to be read. */
export async function tellLines(title: string, lines: string[]): Promise<void> {
  const list = build("ul", { class: "lines", tabindex: "0" }, ...lines.map((line) => build("li", {}, line)));
  await show(title, [list], [build("button", { class: "button primary", value: "" }, gettext("Close"))]);
}
