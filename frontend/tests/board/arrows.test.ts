import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>("../../src/board/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const DRAWING = /\b(pen|context|ctx)\.(fill|stroke|clip|beginPath|drawImage)/;

test("only render and sprites draw", () => {
  const drawing = Object.entries(SOURCES)
    .filter(([, text]) => DRAWING.test(text))
    .map(([path]) => path.split("/").at(-1));
  expect(drawing.sort()).toEqual(["render.ts", "sprites.ts"]);
});

test("the board imports only the board", () => {
  for (const [path, text] of Object.entries(SOURCES))
    for (const [, from = ""] of text.matchAll(/from "([^"]+)"/g)) expect(from, path).toMatch(/^\.\/\w+$/);
});
