/** Reads gettext plural expressions (a small part of C) into a function, without eval. */

type Form = (n: number) => number;

const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/", "%"],
];

const OPERATIONS: Record<string, (a: number, b: number) => number> = {
  "||": (a, b) => (a || b ? 1 : 0),
  "&&": (a, b) => (a && b ? 1 : 0),
  "==": (a, b) => (a === b ? 1 : 0),
  "!=": (a, b) => (a !== b ? 1 : 0),
  "<=": (a, b) => (a <= b ? 1 : 0),
  ">=": (a, b) => (a >= b ? 1 : 0),
  "<": (a, b) => (a < b ? 1 : 0),
  ">": (a, b) => (a > b ? 1 : 0),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "%": (a, b) => a % b,
};

/** The form's number for n. Takes the bare expression or a whole "nplurals=…; plural=…;" line. Throws on anything else. */
export function readPlural(text: string): Form {
  const expression = /plural\s*=([^=].*?);?\s*$/s.exec(text)?.[1] ?? text;
  const tokens = expression.match(/\d+|n|\|\||&&|[=!<>]=|[<>+\-*/%!?:()]|\S/g) ?? [];
  let at = 0;

  const accept = (...wanted: string[]): string | null => {
    const token = tokens[at];
    if (token === undefined || !wanted.includes(token)) return null;
    at++;
    return token;
  };
  const expect = (wanted: string): void => {
    if (!accept(wanted)) throw new SyntaxError(`plural expression: ${wanted} expected in ${text}`);
  };

  function choice(): Form {
    const condition = binary(0);
    if (!accept("?")) return condition;
    const yes = choice();
    expect(":");
    const no = choice();
    return (n) => (condition(n) ? yes(n) : no(n));
  }

  function binary(level: number): Form {
    const operators = LEVELS[level];
    if (!operators) return single();
    let left = binary(level + 1);
    for (let operator = accept(...operators); operator !== null; operator = accept(...operators)) {
      const operation = OPERATIONS[operator];
      const before = left;
      const right = binary(level + 1);
      if (operation) left = (n) => operation(before(n), right(n));
    }
    return left;
  }

  function single(): Form {
    if (accept("!")) {
      const inner = single();
      return (n) => (inner(n) ? 0 : 1);
    }
    if (accept("(")) {
      const inner = choice();
      expect(")");
      return inner;
    }
    if (accept("n")) return (n) => n;
    const token = tokens[at++];
    if (token === undefined || !/^\d+$/.test(token)) throw new SyntaxError(`plural expression: ${text}`);
    const value = Number(token);
    return () => value;
  }

  const form = choice();
  if (at !== tokens.length) throw new SyntaxError(`plural expression: ${text}`);
  return form;
}
