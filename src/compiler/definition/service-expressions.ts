/** An Azure Pipelines expression, `${{ … }}`, in a string. */
export interface ServiceExpression {
  /** Offset of its `${{`. */
  readonly start: number;
  /**
   * The content between the delimiters. Without a closing delimiter, the content extends to the end
   * of the text.
   */
  readonly content: string;
}

/** Returns all expressions in a text, in order. Ignores delimiters in quotes. */
export function expressionsIn(text: string): readonly ServiceExpression[] {
  const found: ServiceExpression[] = [];
  let start = text.indexOf("${{");
  while (start >= 0) {
    const end = endOf(text, start + 3);
    found.push({ start, content: text.slice(start + 3, end) });
    start = text.indexOf("${{", end);
  }
  return found;
}

function endOf(text: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "'") isQuoted = !isQuoted;
    else if (!isQuoted && text.startsWith("}}", at)) return at;
  }
  return text.length;
}

const literal = /'[^']*'?/g;
/**
 * Replacement for a string literal. An escaped quote in the literal results in two replacements in
 * a row, so `lookup` does not treat them as a plain name.
 */
const emptied = "'_'";
/** Matches `variables` without a name, and lookups with a computed name. */
const lookup = /(?<![\w.])variables\b(?!\s*(?:\.\s*[A-Za-z_]|\[\s*'_'\s*\]))/i;

/** Returns whether an expression reads all variables, or a variable with a computed name. */
export function looksUpVariable(expression: string): boolean {
  return lookup.test(expression.replaceAll(literal, emptied));
}

/** Functions whose result is a boolean, a number, or text that is already visible. */
const plainFunctions: readonly string[] = [
  ..."and or not xor eq ne gt ge lt le in notin contains containsvalue startswith endswith".split(
    " ",
  ),
  ..."length lower upper trim coalesce iif converttojson".split(" "),
];

/**
 * Returns whether an expression can produce new text, or a dollar sign that starts a variable
 * reference.
 */
export function makesText(expression: string): boolean {
  if (expression.match(literal)?.some((each) => each.includes("$"))) return true;
  const calls = expression.replaceAll(literal, emptied).matchAll(/\b([A-Za-z]\w*)\s*\(/g);
  for (const [, name = ""] of calls) {
    if (!plainFunctions.includes(name.toLowerCase())) return true;
  }
  return false;
}
