/**
 * Returns the nesting depth of brackets outside strings. Works in a single pass without recursion,
 * so an unclosed quote costs no more than a closed one. Quoted strings cannot span lines in JSON or
 * GraphQL.
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
