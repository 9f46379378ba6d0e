import { afterEach, describe, expect, test, vi } from "vitest";
import { gettext, interpolate, loadCatalogue, ngettext, setCatalogue } from "../src/i18n";
import { readPlural } from "../src/plural";

const CROATIAN =
  "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;";

afterEach(() => {
  setCatalogue(null);
  vi.unstubAllGlobals();
});

describe("plural expressions", () => {
  test("English and Norwegian", () => {
    const form = readPlural("n != 1");
    expect([0, 1, 2, 21].map(form)).toEqual([1, 0, 1, 1]);
    expect(readPlural("nplurals=2; plural=(n != 1);")(1)).toBe(0);
  });

  test("Croatian, as the catalogue's header writes it", () => {
    const form = readPlural(CROATIAN);
    expect([1, 21, 101, 11, 2, 3, 4, 22, 12, 14, 5, 0, 59].map(form)).toEqual([
      0, 0, 0, 2, 1, 1, 1, 1, 2, 2, 2, 2, 2,
    ]);
  });

  test("arithmetic and precedence", () => {
    expect(readPlural("1 + n * 2 - 3 / 2")(3)).toBe(6);
    expect(readPlural("!n")(0)).toBe(1);
    expect(readPlural("n < 2 == 1")(1)).toBe(1);
  });

  test.each(["alert(1)", "n;", "n ? 1", "(n", "", "n n", "n = 1"])("%j is no expression", (text) => {
    expect(() => readPlural(text)).toThrow(SyntaxError);
  });
});

describe("messages", () => {
  test("without a catalogue they are English", () => {
    expect(gettext("New game")).toBe("New game");
    expect(ngettext("%(count)s card", "%(count)s cards", 1)).toBe("%(count)s card");
    expect(ngettext("%(count)s card", "%(count)s cards", 0)).toBe("%(count)s cards");
  });

  test("a catalogue gives the form of the number, and English where it has none", () => {
    const messages = { "New game": ["Nova igra"], card: ["karta", "karte", "karata"], empty: [""] };
    setCatalogue({ plural: CROATIAN, messages }, "hr");
    expect(gettext("New game")).toBe("Nova igra");
    expect([1, 3, 12].map((n) => ngettext("card", "cards", n))).toEqual(["karta", "karte", "karata"]);
    expect(gettext("empty")).toBe("empty");
    expect(gettext("Undo")).toBe("Undo");
  });

  test("values are put in by name", () => {
    expect(interpolate("%(a)s of %(b)s, %(c)s", { a: 1, b: "$&" })).toBe("1 of $&, %(c)s");
  });

  test.each([
    ["not found", () => Promise.resolve(new Response("no", { status: 404 }))],
    ["broken", () => Promise.resolve(new Response("{"))],
    ["an unknown plural", () => Promise.resolve(new Response('{"plural":"system()","messages":{}}'))],
    ["unreachable", () => Promise.reject(new TypeError("offline"))],
  ])("a catalogue that is %s leaves English", async (_name, answer) => {
    vi.stubGlobal("fetch", answer);
    await loadCatalogue("/static/i18n/hr.json", "hr");
    expect(gettext("Undo")).toBe("Undo");
    expect(ngettext("a", "b", 2)).toBe("b");
  });
});
