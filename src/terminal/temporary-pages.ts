import type { RenderOptions } from "./render-options.ts";
import { commandRows, textRows } from "./rows.ts";
import type { Row, Span } from "./rows.ts";

/** Pages that exist only until this process exits, and the command that shows them again. */
export interface TemporaryPages {
  readonly origin: string;
  readonly command: string;
}

let pages: TemporaryPages | undefined;
let isExplained = false;

/**
 * Announces the pages of a forge that this process runs, so that printed rows do not link to them.
 */
export function announceTemporaryPages(announced: TemporaryPages): void {
  pages = announced;
}

/** Replaces the URLs of temporary pages by their paths, and explains once how to open the pages. */
export function withoutTemporaryLinks(rows: readonly Row[], style: RenderOptions): readonly Row[] {
  if (!pages) return rows;
  const { origin, command } = pages;
  const isTemporary = ({ text }: Span) => text.includes(`${origin}/`);
  if (!rows.flat().some(isTemporary)) return rows;
  const kept = rows.map((row) =>
    row.map((span): Span => {
      const { link: _, ...shown } = span;
      return isTemporary(span) ? { ...shown, text: span.text.replaceAll(`${origin}/`, "/") } : span;
    }),
  );
  if (isExplained) return kept;
  isExplained = true;
  const text = "The embedded forge stops when this command exits. To open its pages, start it:";
  return [...kept, [], ...textRows(text, { style }), ...commandRows(command, style)];
}
