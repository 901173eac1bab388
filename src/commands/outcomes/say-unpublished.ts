import type { CompilerSettings } from "../../compiler/pipeline/settings.ts";
import { printText } from "../../shared/print-text.ts";

/**
 * Warns that pipelines would look for gatehouse where it is not yet. In plain lines: what wraps words takes longer to load than
 * a definition to compile.
 */
export function sayUnpublished({ gatehouse: { source } }: CompilerSettings): void {
  printText(
    ` ! Pipelines bring ${source}, which nobody has published yet: their first step would fail.
   Make the package with \`npm pack --json\`, put it where the pool's machines find it, and
   name it with its hash in gatehouse.json, as a file or by an https address:
   "gatehouse": { "source": "file:/opt/gatehouse.tgz", "integrity": "sha512-…" }
`,
    process.stderr,
  );
}
