import { build, seek } from "../elements";
import { gettext } from "../i18n";

/** Says once, when the server tells of another release than this page's, that a reload brings it; nothing is lost by waiting. */
export function createReleaseNotice(
  version: string,
  announce: (words: string) => void,
): (release: string) => void {
  let said = false;
  return (release) => {
    if (said || release === "" || release === version) return;
    said = true;
    const words = gettext(
      "There is a new version. Reload the page when it suits you; your game stays as it is.",
    );
    const reload = build("button", { type: "button", class: "button small" }, gettext("Reload"));
    reload.addEventListener("click", () => location.reload());
    const notice = build("div", { class: "toast kept", id: "new-version" }, build("p", {}, words), reload);
    (seek("toasts", HTMLElement) ?? seek("main", HTMLElement) ?? document.body).prepend(notice);
    announce(words);
  };
}
