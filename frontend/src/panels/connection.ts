import { seek, setText } from "../elements";
import { gettext } from "../i18n";
import type { Connection } from "../socket";

function connectionText(state: Connection): string {
  const texts: Record<Connection, string> = {
    connecting: gettext("Connecting"),
    online: gettext("Connected"),
    offline: gettext("Offline"),
    gone: gettext("Not found"),
    forbidden: gettext("Not allowed"),
  };
  return texts[state];
}

/** Shows the state of the connection, and says when it is lost and when it is back. */
export function createConnectionPanel(announce: (words: string) => void): (state: Connection) => void {
  const panel = seek("connection", HTMLElement);
  let lost = false;
  return (state) => {
    if (panel) {
      panel.dataset.state = state;
      panel.title = connectionText(state);
      setText(panel.querySelector("span"), connectionText(state));
    }
    if (state === "offline" && !lost) announce(gettext("The connection is lost. It is being tried again."));
    if (state === "online" && lost) announce(gettext("Connected again."));
    lost = state === "offline" || (lost && state !== "online");
  };
}
