/** An expression of the service, `${{ … }}`, in a text. */
export interface ServiceExpression {
  /** Where its sign begins. */
  readonly start: number;
  /** What stands between its signs; up to the text's end where nothing closes it. */
  readonly content: string;
}

/** All expressions of a text, in its order. What is quoted in one does not close it. */
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
/** Two of them are one quote inside of a literal: then it is no plain name. */
const emptied = "'_'";
/** The variables themselves, or one by a name that is not written there. */
const lookup = /(?<![\w.])variables\b(?!\s*(?:\.\s*[A-Za-z_]|\[\s*'_'\s*\]))/i;

/** Whether it takes a variable whose name does not stand there, or all of them. */
export function looksUpVariable(expression: string): boolean {
  return lookup.test(expression.replaceAll(literal, emptied));
}

/** What they give is true or false, a number, or a text that stands there already. */
const plainFunctions: readonly string[] = [
  ..."and or not xor eq ne gt ge lt le in notin contains containsvalue startswith endswith".split(
    " ",
  ),
  ..."length lower upper trim coalesce iif converttojson".split(" "),
];

/** Whether it may give a text that stands nowhere, or the sign that a variable's reference begins with. */
export function makesText(expression: string): boolean {
  if (expression.match(literal)?.some((each) => each.includes("$"))) return true;
  const calls = expression.replaceAll(literal, emptied).matchAll(/\b([A-Za-z]\w*)\s*\(/g);
  for (const [, name = ""] of calls) {
    if (!plainFunctions.includes(name.toLowerCase())) return true;
  }
  return false;
}
