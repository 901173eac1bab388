/** How deep brackets stand within each other, outside of texts. Counted, not read: nothing recurses yet. */
export function nestingOf(source: string): number {
  const outside = source.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, "");
  let deepest = 0;
  let depth = 0;
  for (const character of outside) {
    if ("{[(".includes(character)) depth += 1;
    else if ("}])".includes(character)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
