import type { Command } from "commander";

const examples = `
Examples:
  $ gatehouse explain agents/probe.md
  $ gatehouse explain agents/probe.md --json

Says of each job which secret reaches which step, and why, as the pipeline of
the definition has it. What is not in the table reaches nothing.`;

export function define(command: Command): void {
  command
    .argument("<file>", "an agent definition")
    .option("--brand <name>", "whose words definitions use: forge or github")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(
  source: string,
  options: { readonly brand?: string; readonly json?: boolean },
): Promise<void> {
  const { compileFile } = await import("../compiler/project/compile-files.ts");
  const { explainSecrets } = await import("../compiler/explain-secrets.ts");
  const { findDefinitions } = await import("../compiler/project/find-definitions.ts");
  const { openCompiling } = await import("./open-compiling.ts");
  const [path = source] = await findDefinitions([source]);
  const compiled = await compileFile(path, await openCompiling(options));
  if (!compiled.pipeline) {
    const { exitCode } = await import("../shared/errors.ts");
    const { printCompiled } = await import("./outcomes/print-compiled.ts");
    printCompiled([{ ...compiled, done: "nothing" }]);
    process.exitCode = exitCode.usage;
    return;
  }
  const { printExplained } = await import("./outcomes/print-explained.ts");
  printExplained(compiled.pipeline, explainSecrets(compiled.pipeline), options);
}
