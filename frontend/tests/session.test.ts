import { describe, expect, test } from "vitest";
import { type Acted, applyActed, type View } from "../src/protocol";
import { boardOf, type Effect, isIdle, picture, type Session, startSession, step } from "../src/session";
import { afterDraw, afterFirst, DOUBLE_EASY, drawActed, firstActed, opening } from "./messages";

/** A session that is followed: what it sent, told and asked for since the last look. */
class Followed {
  session: Session;
  effects: Effect[] = [];

  constructor(view: View = opening(), connected = true) {
    this.session = startSession(DOUBLE_EASY, view);
    if (connected) this.state(view);
    this.effects = [];
  }

  private take(event: Parameters<typeof step>[1]): this {
    const next = step(this.session, event);
    this.session = next.session;
    this.effects.push(...next.effects);
    return this;
  }

  asked = (action: string): this => this.take({ type: "asked", action });
  offline = (): this => this.take({ type: "offline" });
  state = (view: View): this => this.take({ type: "message", message: { type: "state", view } });
  acted = (message: Acted): this => this.take({ type: "message", message });
  tick = (seq: number, status: View["status"] = "playing"): this =>
    this.take({ type: "message", message: { type: "tick", seq, status, release: "" } });
  refused = (seq: number, action: string, code: string): this =>
    this.take({ type: "message", message: { type: "refused", seq, action, code, detail: code } });

  /** The acts and syncs sent since the last look, as "12:s" and "sync". */
  sent(): string[] {
    const found = this.effects.flatMap((effect) =>
      effect.type === "send"
        ? [effect.message.type === "act" ? `${effect.message.seq}:${effect.message.action}` : "sync"]
        : [],
    );
    this.effects = this.effects.filter((effect) => effect.type !== "send");
    return found;
  }

  told = (type: Effect["type"]): Effect[] => this.effects.filter((effect) => effect.type === type);
}

/** The acted message that leads from a view to the next with the same piles: only its seq and scalars matter. */
const plain = (seq: number, action: string, change: Partial<Acted> = {}): Acted => ({
  type: "acted",
  seq,
  action,
  piles: {},
  legal: opening().legal,
  ...change,
});

describe("one action", () => {
  test("is shown and sent at once, and its answer changes nothing that is seen", () => {
    const followed = new Followed().asked("ce");
    expect(followed.sent()).toEqual(["0:ce"]);
    const shown = picture(followed.session);
    expect(shown.columns[4]?.cards).toEqual(["4C", "3H"]);
    followed.acted(firstActed());
    expect(isIdle(followed.session)).toBe(true);
    expect(picture(followed.session).columns[4]).toEqual(shown.columns[4]);
    expect(picture(followed.session)).toEqual(boardOf(afterFirst()));
    expect(followed.told("accepted")).toHaveLength(1);
  });

  test("that is not legal is asked, not shown, and everything waits for the answer", () => {
    const followed = new Followed().asked("ab").asked("s");
    expect(followed.sent()).toEqual(["0:ab"]);
    expect(picture(followed.session)).toEqual({ ...boardOf(opening()), legal: [] });
    followed.refused(0, "ab", "wrong_color");
    expect(followed.told("refused")).toMatchObject([{ code: "wrong_color", action: "ab" }]);
    expect(followed.sent()).toEqual([]);
    expect(picture(followed.session)).toEqual(boardOf(opening()));
  });

  test("is not asked when the game is over", () => {
    const over: View = { ...opening(), status: "won", legal: [] };
    expect(new Followed(over).asked("u").sent()).toEqual([]);
  });
});

describe("while actions are pending", () => {
  test("s stays possible while stock is left, and so does what shares no pile", () => {
    const followed = new Followed().asked("ce");
    expect(picture(followed.session).legal).toEqual(["s", "fd"]);
    followed.asked("s").asked("fd").asked("s");
    expect(followed.sent()).toEqual(["0:ce", "1:s", "2:fd", "3:s"]);
    expect(picture(followed.session).waste).toEqual([null, null]);
    expect(picture(followed.session).legal).toEqual(["s"]);
  });

  test("s is over with the known stock", () => {
    const followed = new Followed({ ...opening(), stock: 1 }).asked("s");
    expect(picture(followed.session).legal).not.toContain("s");
  });

  test("after a pending redeal the waste's cards are known stock", () => {
    const view: View = { ...opening(), stock: 0, waste: ["QH", "2S"], legal: ["r"] };
    const followed = new Followed(view).asked("r");
    expect(picture(followed.session)).toMatchObject({ stock: 2, waste: [], legal: ["s"] });
  });

  test("two cards of a suit do not go up together: the foundations are one pile per suit", () => {
    const view: View = { ...opening(), legal: ["s", "ax", "bx", "cd"] };
    view.columns = view.columns.map((column, index) =>
      index === 0 ? { hidden: 0, cards: ["AH"] } : index === 1 ? { hidden: 1, cards: ["AH"] } : column,
    );
    const followed = new Followed(view).asked("ax");
    expect(picture(followed.session).legal).toEqual(["s", "cd"]);
  });

  test("undo waits for the answers, and what is asked after it waits for undo", () => {
    const followed = new Followed().asked("ce").asked("u").asked("s");
    expect(followed.sent()).toEqual(["0:ce"]);
    followed.acted(firstActed());
    expect(followed.sent()).toEqual(["1:u"]);
    followed.acted(
      plain(2, "u", { piles: { c: { hidden: 2, cards: ["3H"] }, e: { hidden: 4, cards: ["4C"] } } }),
    );
    expect(followed.sent()).toEqual(["2:s"]);
  });

  test("answers in order replace the piles, the later ones stay shown", () => {
    const followed = new Followed().asked("ce").asked("s").acted(firstActed());
    expect(picture(followed.session).waste).toEqual([null]);
    expect(picture(followed.session).columns[2]).toEqual(afterFirst().columns[2]);
    followed.acted(drawActed());
    expect(picture(followed.session)).toEqual(boardOf(afterDraw()));
  });

  test("a refusal in the middle drops the rest and shows the truth; its late answers mean nothing", () => {
    const followed = new Followed().asked("ce").asked("s").asked("fd").acted(firstActed());
    followed.refused(1, "s", "stock_empty");
    expect(picture(followed.session)).toEqual(boardOf(afterFirst()));
    followed.sent();
    followed.asked("fd");
    expect(followed.sent()).toEqual(["1:fd"]);
    followed.refused(1, "fd", "out_of_step").state(afterFirst());
    expect(followed.told("refused")).toHaveLength(1);
    expect(followed.session.pending).toHaveLength(1);
    followed.acted(plain(2, "fd"));
    expect(isIdle(followed.session)).toBe(true);
  });

  test("a frame the server could not read drops the queue and asks for the truth", () => {
    const followed = new Followed().asked("ce");
    followed.sent();
    const next = step(followed.session, {
      type: "message",
      message: { type: "error", code: "bad_request", detail: "Unreadable." },
    });
    expect(next.session.pending).toEqual([]);
    expect(next.effects.map((effect) => effect.type)).toEqual(["problem", "send"]);
  });
});

describe("what was missed", () => {
  test("a gap asks for the state, once", () => {
    const followed = new Followed().acted(drawActed()).acted(plain(3, "s"));
    expect(followed.sent()).toEqual(["sync"]);
    expect(followed.session.view.seq).toBe(0);
    followed.state(afterDraw());
    expect(picture(followed.session)).toEqual(boardOf(afterDraw()));
  });

  test("a tick with a newer seq or another status asks for the state", () => {
    expect(new Followed().tick(0).sent()).toEqual([]);
    expect(new Followed().tick(1).sent()).toEqual(["sync"]);
    expect(new Followed().tick(0, "closed").sent()).toEqual(["sync"]);
  });

  test("a message told again changes nothing", () => {
    const followed = new Followed().acted(firstActed()).acted(firstActed());
    expect(followed.session.view).toEqual(afterFirst());
    expect(followed.told("accepted")).toHaveLength(1);
  });

  test("a state that is older than what is known is not taken", () => {
    const followed = new Followed().acted(firstActed()).state(opening());
    expect(followed.session.view.seq).toBe(1);
  });

  test("an act without an answer is asked again, with the same seq", () => {
    const followed = new Followed().asked("ce").tick(0);
    expect(followed.sent()).toEqual(["0:ce"]);
    expect(followed.tick(0).sent()).toEqual(["0:ce"]);
  });

  test("an answer lost under load is asked for again when the state shows that its seq is past", () => {
    const followed = new Followed().asked("ce");
    followed.sent();
    followed.tick(1);
    expect(followed.sent()).toEqual(["sync"]);
    followed.state(afterFirst());
    expect(followed.sent()).toEqual(["0:ce"]);
    followed.acted(firstActed());
    expect(isIdle(followed.session)).toBe(true);
    expect(followed.told("accepted")).toHaveLength(1);
  });
});

describe("another window on the same game", () => {
  test("its action at our seq drops our queue; what the server says of it later is ignored", () => {
    const followed = new Followed().asked("s").acted(firstActed());
    expect(picture(followed.session)).toEqual(boardOf(afterFirst()));
    followed.refused(1, "s", "out_of_step").state(afterFirst());
    expect(followed.told("refused")).toEqual([]);
  });

  test("out of step tells so and waits for the state", () => {
    const followed = new Followed().asked("s").refused(1, "s", "out_of_step").state(afterFirst());
    expect(followed.told("refused")).toMatchObject([{ code: "out_of_step" }]);
    expect(picture(followed.session)).toEqual(boardOf(afterFirst()));
  });

  test("an end is told once and nothing stays pending", () => {
    const over: View = { ...opening(), status: "given-up", legal: [] };
    const followed = new Followed().asked("ce").state(over).state(over);
    expect(followed.told("ended")).toEqual([{ type: "ended", status: "given-up" }]);
    expect(isIdle(followed.session)).toBe(true);
    expect(picture(followed.session)).toEqual(boardOf(over));
  });

  test("a win by an action is told once, after the action", () => {
    const followed = new Followed().acted({ ...firstActed(), status: "won", legal: [] });
    expect(followed.effects.map((effect) => effect.type)).toEqual(["accepted", "ended"]);
  });
});

describe("a lost connection (W03)", () => {
  test("what was asked is kept, shown, and sent again with the same seq after the state", () => {
    const followed = new Followed().asked("ce").offline().asked("s");
    followed.sent();
    expect(picture(followed.session).waste).toEqual([null]);
    followed.state(opening());
    expect(followed.sent()).toEqual(["0:ce", "1:s"]);
    followed.acted(firstActed()).acted(drawActed());
    expect(picture(followed.session)).toEqual(boardOf(afterDraw()));
    expect(isIdle(followed.session)).toBe(true);
  });

  test("the request arrived, its answer was lost: asked again first, counted once", () => {
    const followed = new Followed().asked("ce").asked("s").offline();
    followed.sent();
    followed.state(afterFirst());
    expect(followed.sent()).toEqual(["0:ce"]);
    followed.acted(firstActed());
    expect(followed.sent()).toEqual(["1:s"]);
    followed.acted(drawActed());
    expect(picture(followed.session)).toEqual(boardOf(afterDraw()));
    expect(followed.told("accepted")).toHaveLength(2);
  });

  test("meanwhile another window played: ours is refused, and the truth stays", () => {
    const followed = new Followed().asked("s").offline().state(afterFirst());
    expect(followed.sent()).toEqual(["0:s", "0:s"]);
    followed.refused(1, "s", "out_of_step").state(afterFirst());
    expect(picture(followed.session)).toEqual(boardOf(afterFirst()));
  });

  test("nothing goes out before the first state of a connection", () => {
    const followed = new Followed(opening(), false).asked("ce");
    expect(followed.sent()).toEqual([]);
    expect(followed.state(opening()).sent()).toEqual(["0:ce"]);
  });

  test("a game that went further than this window's queue keeps its truth", () => {
    const far = applyActed(afterDraw(), plain(3, "s"));
    const followed = new Followed().asked("ce").offline().state(far);
    expect(followed.sent()).toEqual(["0:ce", "0:ce"]);
    followed.acted(firstActed());
    expect(followed.session.view.seq).toBe(3);
    expect(isIdle(followed.session)).toBe(true);
  });
});
