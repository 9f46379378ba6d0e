import type { Gestures, Pointer } from "./gestures";

const kindOf = (event: PointerEvent): Pointer["kind"] =>
  event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";

/** Whether a node that was just put into the page or opened covers it as a dialog. */
const isDialog = (node: Node): boolean =>
  node instanceof Element &&
  node.matches("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]");

/** The button went up where nobody could see it. */
const isReleased = (event: PointerEvent): boolean =>
  event.pointerType === "mouse" && event.isTrusted && (event.buttons & 1) === 0;

const hasLeft = ({ clientX, clientY }: PointerEvent): boolean =>
  clientX < 0 || clientY < 0 || clientX > innerWidth || clientY > innerHeight;

/**
 * Brings the pointer events of a host to its gestures, and ends a gesture when anything else takes over:
 * a scroll or zoom, another window, rotation, a dialog. Returns what undoes it.
 */
export function listenToPointers(host: HTMLElement, surface: HTMLElement, gestures: Gestures): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let kind = "";
  const at = (event: PointerEvent): Pointer => {
    const box = host.getBoundingClientRect();
    return {
      id: event.pointerId,
      x: event.clientX - box.left - host.clientLeft,
      y: event.clientY - box.top - host.clientTop,
      time: event.timeStamp,
      kind: kindOf(event),
    };
  };
  const dialogs = new MutationObserver((records) => {
    const opened = records.some((record) =>
      record.type === "attributes" ? isDialog(record.target) : [...record.addedNodes].some(isDialog),
    );
    if (opened) cancel();
  });
  const cancel = (): void => {
    dialogs.disconnect();
    gestures.cancel();
  };

  host.addEventListener(
    "pointerdown",
    (event) => {
      // The first pointer of a kind again: the release of the one before was never seen.
      if (event.isPrimary && event.pointerType === kind) cancel();
      if (event.button !== 0 || event.ctrlKey || !gestures.down(at(event))) return;
      kind = event.pointerType;
      dialogs.observe(document.documentElement, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ["open", "role", "aria-modal"],
      });
      try {
        surface.setPointerCapture(event.pointerId);
      } catch {
        // A pointer that is already gone, or one made by a script, cannot be captured.
      }
    },
    { signal },
  );
  host.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== gestures.pointer) return;
      if (isReleased(event) || hasLeft(event)) cancel();
      else gestures.move(at(event));
    },
    { signal },
  );
  host.addEventListener(
    "pointerup",
    (event) => {
      if (event.pointerId !== gestures.pointer) return;
      dialogs.disconnect();
      gestures.up(at(event));
    },
    { signal },
  );
  const lost = (event: PointerEvent): void => {
    // An event made by a script carries 0 and means whichever pointer is down.
    if (event.pointerId === gestures.pointer || event.pointerId === 0) cancel();
  };
  host.addEventListener("pointercancel", lost, { signal, capture: true });
  host.addEventListener("lostpointercapture", lost, { signal, capture: true });
  host.addEventListener(
    "contextmenu",
    (event) => {
      cancel();
      // A long press of a finger would open a menu about nothing.
      if (event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault();
    },
    { signal },
  );
  host.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  addEventListener("blur", cancel, { signal });
  addEventListener("orientationchange", cancel, { signal });
  addEventListener("pagehide", cancel, { signal });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.hidden) cancel();
    },
    { signal },
  );
  return () => {
    dialogs.disconnect();
    stop.abort();
  };
}
