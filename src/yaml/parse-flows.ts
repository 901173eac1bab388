import { YAMLException, parseEvents, type Event } from "js-yaml";

/**
 * The maximum number of joined brackets, more than any real file contains. Each join requires
 * parsing the text again.
 */
const mostJoined = 100;

/**
 * Parses YAML that js-yaml rejects but other readers and GitHub accept. The bracket that closes a
 * flow collection can be in the column of its key, and a tab can precede the bracket that opens it.
 * The bracket's line is joined to the previous one, and the tab becomes a space. Characters do not
 * move, so all offsets match the text.
 * @throws YAMLException
 */
export function parseFlows(text: string, maxDepth: number): Event[] {
  let shown = text;
  let first: unknown;
  for (let joined = 0; ; joined += 1) {
    try {
      return parseEvents(shown, { maxDepth });
    } catch (error) {
      first ??= error;
      const better = joined < mostJoined ? joinRefused(shown, error) : undefined;
      // The position of an error in the joined text could differ from its position in the original
      // text.
      if (better === undefined) throw first;
      shown = better;
    }
  }
}

function joinRefused(text: string, error: unknown): string | undefined {
  if (!(error instanceof YAMLException) || error.reason !== "deficient indentation") return;
  const at = error.mark?.position ?? 0;
  const before = text.slice(0, at);
  const [line = ""] = /[^\n]*$/.exec(before) ?? [];
  if (/\S.*\t/.test(line) && !/["']/.test(line)) {
    return before.slice(0, at - line.length) + line.replaceAll("\t", " ") + text.slice(at);
  }
  if (!/^[\]}]/.test(text.slice(at))) return;
  const [gap = "", last = ""] = /([^\n]*)(?:\r?\n[ \t]*(?:#[^\n]*)?)+$/.exec(before) ?? [];
  // A comment extends to the end of its line. In a line with quotes, `#` can be part of a value.
  const comment = /(?:^|[\s,[\]{}])#/.exec(last)?.index;
  const hasQuotes = /["']/.test(last);
  if (gap === "" || (comment !== undefined && hasQuotes) || isOpen(last)) return;
  const start = at - gap.length + (comment ?? last.length);
  return text.slice(0, start) + " ".repeat(at - start) + text.slice(at);
}

/** Returns whether a quoted string could continue on the next line. */
function isOpen(line: string): boolean {
  return [/"/g, /'/g].some((sign) => [...line.matchAll(sign)].length % 2 === 1);
}
