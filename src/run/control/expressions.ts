/** A value that an expression inserts into text: `secrets.X`, `steps.a.outputs['token']`. */
export interface ExpressionPath {
  /** The first name in lower case: `secrets`, `steps`. */
  readonly root: string;
  /** All names in the path, as written. */
  readonly names: readonly string[];
  /** The text directly before the expression. */
  readonly before: string;
  /** The line that contains the expression. */
  readonly line: string;
}

/**
 * Number of characters before an expression that are searched to determine how its value is used.
 */
const nearby = 200;
const tokenShape =
  /'(?:[^']|'')*'|[A-Za-z_][\w-]*(?:\s*\.\s*[\w*-]+|\s*\[\s*(?:'[^']*'|"[^"]*"|\d+|\*)\s*\])*|[=!<>]=|&&|\|\||\S/g;
const nameShape = /'([^']*)'|"([^"]*)"|([\w*-]+)/g;
const compares = /^([=!<>]=|[<>])$/;

/**
 * Finds the values that expressions can insert into text. Values that are only compared or only
 * used as a condition do not count: `secrets.X != ''`, `inputs.x && 'yes'`.
 */
export function findExpressionPaths(text: string): ExpressionPath[] {
  const found: ExpressionPath[] = [];
  let from = text.indexOf("${{");
  while (from !== -1) {
    const end = endOf(text, from + 3);
    const before = text.slice(Math.max(0, from - nearby), from);
    const paths = pathsOf(text.slice(from + 3, end));
    const next = text.indexOf("\n", end);
    const line = text.slice(text.lastIndexOf("\n", from) + 1, next === -1 ? undefined : next);
    const around = { before, line };
    found.push(
      ...paths.map((names) => ({ root: (names[0] ?? "").toLowerCase(), names, ...around })),
    );
    from = text.indexOf("${{", end);
  }
  return found;
}

/** Returns the end of an expression: the first two closing braces outside its string literals. */
function endOf(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith("}}", at)) return at;
    if (text[at] !== "'") continue;
    const close = text.indexOf("'", at + 1);
    if (close !== -1) at = close;
  }
  return text.length;
}

function pathsOf(expression: string): string[][] {
  const tokens = expression.match(tokenShape) ?? [];
  return tokens.flatMap((token, index) => {
    const [previous = "", next = ""] = [tokens[index - 1], tokens[index + 1]];
    if (!/^[A-Za-z_]/.test(token) || next === "(") return [];
    const isCompared = compares.test(previous) || compares.test(next);
    // In `secrets[inputs.name]`, the expression inserts the secret, not the name.
    const isIndex = previous === "[" && next === "]";
    if (isCompared || isIndex || previous === "!" || next === "&&") return [];
    return [
      [...token.matchAll(nameShape)].map(([, one, other, word]) => one ?? other ?? word ?? ""),
    ];
  });
}
