import type { CompilerSettings } from "../../compiler/pipeline/settings.ts";
import { printText } from "../../shared/print-text.ts";

/**
 * Warns that pipelines would install a gatehouse version that is not published. Loads the module
 * for wrapping words only if the output is a terminal, because loading it takes longer than
 * compiling a definition.
 */
export async function printUnpublished({
  gatehouse: { source },
}: Pick<CompilerSettings, "gatehouse">): Promise<void> {
  const lines = [
    `Pipelines install ${source}, which is not published yet: their first step would fail.`,
    "Create the package with `npm pack --json` in a clone of gatehouse, put it where the pool's machines can read it, and add its location (a file: or https: URL) and its hash to gatehouse.json:",
    '"gatehouse": {"source": "file:/opt/gatehouse.tgz", "integrity": "sha512-…"}',
  ];
  const stream = process.stderr;
  if (!stream.isTTY) return printText(` ! ${lines.join("\n   ")}\n`, stream);
  const { printRows } = await import("../../terminal/paint.ts");
  const { marked, textRows } = await import("../../terminal/rows.ts");
  const [text = "", ...others] = lines;
  printRows(
    (style) => [
      ...textRows(text, { style, prefix: marked(style, "attention") }),
      ...others.flatMap((line) => textRows(line, { style })),
    ],
    stream,
  );
}
