import type { CompilerSettings } from "../../compiler/pipeline/settings.ts";
import { printText } from "../../shared/print-text.ts";

/**
 * Warns that pipelines would look for gatehouse where it is not yet. What wraps words takes longer to load than a definition to
 * compile: only a terminal has it, where whoever reads has just called.
 */
export async function printUnpublished({
  gatehouse: { source },
}: Pick<CompilerSettings, "gatehouse">): Promise<void> {
  const lines = [
    `Pipelines bring ${source}, which nobody has published yet: their first step would fail.`,
    "Make the package with `npm pack --json`, put it where the pool's machines find it, and name it with its hash in gatehouse.json, as a file or by an https address:",
    '"gatehouse": {"source": "file:/opt/gatehouse.tgz", "integrity": "sha512-…"}',
  ];
  const stream = process.stderr;
  if (!stream.isTTY) return printText(` ! ${lines.join("\n   ")}\n`, stream);
  const { printRows } = await import("../../terminal/paint.ts");
  const { marked, textRows } = await import("../../terminal/rows.ts");
  const [said = "", ...others] = lines;
  printRows(
    (look) => [
      ...textRows(said, { look, lead: marked(look, "attention") }),
      ...others.flatMap((line) => textRows(line, { look })),
    ],
    stream,
  );
}
