// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Connection, openSocket, type Socket } from "../src/socket";

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onopen: (() => void) | null = null;

  constructor(readonly url: URL) {
    FakeSocket.all.push(this);
  }

  close(): void {
    this.readyState = 3;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  says(text: string): void {
    this.readyState = 1;
    this.onmessage?.({ data: text });
  }
}

const newest = (): FakeSocket => {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
};

let states: Connection[];
let texts: string[];
let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  [states, texts] = [[], []];
  socket = openSocket({
    path: "/ws/games/1/",
    onText: (text) => texts.push(text),
    onState: (state) => states.push(state),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a socket", () => {
  test("is online with the first message and hands texts on", () => {
    expect(newest().url.href).toBe("ws://localhost:3000/ws/games/1/");
    newest().says("{}");
    expect(states).toEqual(["connecting", "online"]);
    expect(texts).toEqual(["{}"]);
    expect(socket.send({ type: "sync" })).toBe(true);
    expect(newest().sent).toEqual(['{"type":"sync"}']);
  });

  test("shows within 5 s that nothing is heard any more, and tries again", () => {
    newest().says("{}");
    vi.advanceTimersByTime(4_000);
    expect(states.at(-1)).toBe("online");
    vi.advanceTimersByTime(1_000);
    expect(states.at(-1)).toBe("offline");
    expect(socket.send({})).toBe(false);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all.length).toBe(2);
    newest().says("{}");
    expect(states.at(-1)).toBe("online");
  });

  test("stays online while ticks come", () => {
    for (let tick = 0; tick < 10; tick++) {
      newest().says("{}");
      vi.advanceTimersByTime(2_000);
    }
    expect(FakeSocket.all.length).toBe(1);
    expect(states.at(-1)).toBe("online");
  });

  test("says at once that the browser is offline, and is back at once when it is not", () => {
    newest().says("{}");
    window.dispatchEvent(new Event("offline"));
    expect(states.at(-1)).toBe("offline");
    window.dispatchEvent(new Event("online"));
    expect(FakeSocket.all.length).toBe(2);
  });

  test("an attempt that hangs is given up, and a waiting one never waits longer than 2 s", () => {
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all.length).toBeGreaterThan(12);
    expect(FakeSocket.all.length).toBeLessThan(30);
  });

  test.each([
    [4404, "gone"],
    [4403, "forbidden"],
  ])("close %i is final", (code, state) => {
    newest().onclose?.({ code });
    vi.advanceTimersByTime(30_000);
    expect(states.at(-1)).toBe(state);
    expect(FakeSocket.all.length).toBe(1);
  });

  test("any other close is tried again", () => {
    newest().says("{}");
    newest().onclose?.({ code: 1012 });
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all.length).toBe(2);
  });
});
