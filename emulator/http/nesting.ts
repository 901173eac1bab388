/**
 * How deep brackets stand within each other, outside of texts. Counted in one pass: nothing recurses yet, and a quote
 * that nobody closes costs no more than another. Neither JSON nor GraphQL has a text in quotes that goes over a line.
 */
export function nestingOf(source: string): number {
  let deepest = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "\n" || character === "\r") isText = false;
    else if (character === '"') isText = !isText;
    else if (isText) at += character === "\\" && '"\\'.includes(source.charAt(at + 1)) ? 1 : 0;
    else if ("{[(".includes(character)) depth += 1;
    else if ("}])".includes(character)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
