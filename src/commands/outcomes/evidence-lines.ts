import { wrapText } from "../../layout/wrap-text.ts";

/** What something was judged by, a line each, behind a margin and wrapped at words. */
export function evidenceLines(
  evidence: readonly string[],
  { margin, width }: { readonly margin: string; readonly width: number },
): string[] {
  return evidence
    .flatMap((said) => said.split("\n"))
    .flatMap((line) => wrapText(`${margin}${line}`, width));
}
