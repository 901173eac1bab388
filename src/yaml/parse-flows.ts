import { YAMLException, parseEvents, type Event } from "js-yaml";

/** More brackets than a file has; for each, the text is parsed once more. */
const mostJoined = 100;

/**
 * Parses YAML in which the bracket that closes a flow collection stands in the column of its key, or a tab before the one that
 * opens it. js-yaml refuses both; other readers and the forge accept them. The parser gets the bracket's line joined to the one
 * before it, and a space for the tab. No character moves, so that every offset is that of the text.
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
      // The place of a joined text's error says nothing about the text.
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
  // A comment ends with its line. In a line with quotes, the sign may be a part of a value.
  const comment = /(?:^|[\s,[\]{}])#/.exec(last)?.index;
  const hasQuotes = /["']/.test(last);
  if (gap === "" || (comment !== undefined && hasQuotes) || isOpen(last)) return;
  const start = at - gap.length + (comment ?? last.length);
  return text.slice(0, start) + " ".repeat(at - start) + text.slice(at);
}

/** Whether a quoted text may go on behind the line. */
function isOpen(line: string): boolean {
  return [/"/g, /'/g].some((sign) => [...line.matchAll(sign)].length % 2 === 1);
}
