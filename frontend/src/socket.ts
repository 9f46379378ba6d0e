/** The one file that opens WebSockets: it keeps one open, notices when it is dead, and says so. */

export type Connection = "connecting" | "online" | "offline" | "gone" | "forbidden";

export interface SocketOptions {
  /** Path and query on this host. */
  path: string;
  onText(text: string): void;
  onState(state: Connection): void;
}

export interface Socket {
  /** False when there is no open connection to send on. */
  send(message: unknown): boolean;
  /** Gives up this connection and opens another, which brings the state anew. */
  reopen(): void;
  close(): void;
}

/** The server speaks at least every 2 s; a silence this long is shown as a lost connection (within 5 s). */
const SILENCE_MS = 4_600;
const CHECK_MS = 300;
/** Short, so that play goes on within 3 s of the network's return; the jitter keeps many windows apart. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 2_000;
const OPENING_MS = 2_500;
const CLOSED_GONE = 4404;
const CLOSED_FORBIDDEN = 4403;

/** How long to wait before the nth new connection, in milliseconds; `chance` is from 0 to 1. */
export function waitBefore(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return longest * (0.5 + chance / 2);
}

export function openSocket({ path, onText, onState }: SocketOptions): Socket {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  let socket: WebSocket | null = null;
  let shown: Connection | null = null;
  let attempt = 0;
  let heard = performance.now();
  let timer = 0;
  let over = false;

  const tell = (state: Connection): void => {
    if (state === shown) return;
    shown = state;
    onState(state);
  };

  function forget(): void {
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = null;
    old.onmessage = null;
    old.onclose = null;
    old.close();
  }

  function later(): void {
    clearTimeout(timer);
    timer = window.setTimeout(connect, waitBefore(attempt++, Math.random()));
  }

  function lose(): void {
    forget();
    if (over) return;
    tell("offline");
    later();
  }

  function connect(): void {
    clearTimeout(timer);
    forget();
    if (over) return;
    const opened = performance.now();
    const fresh = new WebSocket(url);
    socket = fresh;
    heard = opened;
    fresh.onmessage = (event) => {
      heard = performance.now();
      attempt = 0;
      tell("online");
      if (typeof event.data === "string") onText(event.data);
    };
    fresh.onclose = (event) => {
      if (event.code === CLOSED_GONE || event.code === CLOSED_FORBIDDEN) {
        close();
        tell(event.code === CLOSED_GONE ? "gone" : "forbidden");
      } else lose();
    };
  }

  const watch = window.setInterval(() => {
    if (!socket) return;
    const limit = socket.readyState === WebSocket.CONNECTING ? OPENING_MS : SILENCE_MS;
    if (performance.now() - heard > limit) lose();
  }, CHECK_MS);

  const now = (): void => {
    if (!socket || socket.readyState !== WebSocket.OPEN) connect();
  };
  const visible = (): void => {
    if (document.visibilityState === "visible") now();
  };

  function close(): void {
    over = true;
    clearTimeout(timer);
    clearInterval(watch);
    forget();
    window.removeEventListener("online", now);
    window.removeEventListener("offline", lose);
    document.removeEventListener("visibilitychange", visible);
  }

  window.addEventListener("online", now);
  window.addEventListener("offline", lose);
  document.addEventListener("visibilitychange", visible);
  tell("connecting");
  connect();

  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    reopen: connect,
    close,
  };
}
