// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, createRest } from "../src/rest";

const rest = createRest({
  api: "/api/v1/",
  language: "hr",
  words: { unreachable: "Unreachable.", unreadable: "Unreadable." },
});
const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const answer = (body: unknown, status = 200, headers: Record<string, string> = {}): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", asked);
  asked.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = "csrftoken=; Max-Age=0";
});

test("the first POST of a new visitor carries no token, later ones do", async () => {
  asked.mockImplementation(() => answer({ id: "1" }, 201));
  await rest.post("games", { table: "ft-n" });
  expect(asked.mock.lastCall?.[0]).toBe("/api/v1/games");
  expect(asked.mock.lastCall?.[1].headers).not.toHaveProperty("X-CSRFToken");
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = "csrftoken=abc";
  await rest.post("games", { table: "ft-n" });
  expect(asked.mock.lastCall?.[1].headers).toMatchObject({ "X-CSRFToken": "abc", "Accept-Language": "hr" });
  await rest.get("/api/v1/games/1/replay");
  expect(asked.mock.lastCall?.[0]).toBe("/api/v1/games/1/replay");
  expect(asked.mock.lastCall?.[1].headers).not.toHaveProperty("X-CSRFToken");
});

test("an error tells its code and sentence", async () => {
  asked.mockImplementation(() => answer({ code: "bad_code", detail: "Nema te šifre." }, 400));
  await expect(rest.post("games", { code: "x" })).rejects.toMatchObject({
    status: 400,
    code: "bad_code",
    message: "Nema te šifre.",
  });
});

test("no answer and no JSON are told in words", async () => {
  asked.mockRejectedValueOnce(new TypeError("offline"));
  await expect(rest.get("games")).rejects.toEqual(new ApiError(0, "unreachable", "Unreachable."));
  asked.mockResolvedValueOnce(new Response("<html>", { status: 502 }));
  await expect(rest.get("games")).rejects.toMatchObject({ status: 502, message: "Unreadable." });
});

test("a busy server is asked again after as long as it says, at most three times", async () => {
  const busy = { code: "busy", detail: "Busy." };
  asked.mockImplementation(() => answer(busy, 503, { "Retry-After": "2" }));
  const failed = rest.get("games").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(await failed).toMatchObject({ code: "busy", retryAfter: 2 });
});

test("a long wait is told, not waited for", async () => {
  asked.mockImplementation(() => answer({ code: "busy", detail: "Busy." }, 429, { "Retry-After": "60" }));
  await expect(rest.get("games")).rejects.toMatchObject({ status: 429, retryAfter: 60 });
  expect(asked).toHaveBeenCalledTimes(1);
});
