import { defineCommand } from "../cli/command.ts";
import { definitionBrand, json } from "../cli/options.ts";
import type { CompiledFile } from "../compiler/project/compile-files.ts";
import { InvalidInput, exitCode } from "../shared/errors.ts";
import { engineCommands } from "./engine-commands.ts";

const examples = `
Examples:
  $ gatehouse explain agents/probe.md
  $ gatehouse explain agents/probe.md --json

The table shows, for each job of the compiled pipeline, which secret reaches
which step, and why. Secrets that are not listed do not reach
any step.`;

export const explain = defineCommand({
  arguments: { file: { summary: "path of the agent definition" } },
  options: { brand: definitionBrand, json },
  notes: examples,
  async run(options, { file }) {
    const { compileFile } = await import("../compiler/project/compile-files.ts");
    const { explainSecrets } = await import("../compiler/explain-secrets.ts");
    const { findDefinitions } = await import("../compiler/project/find-definitions.ts");
    const { openCompiling } = await import("./open-compiling.ts");
    const [first = file, ...others] = await findDefinitions([file], options);
    if (first !== file || others.length > 0) {
      throw new InvalidInput(`${file} is a directory. Specify a single definition.`, [
        {
          text: "Specify a definition",
          command: engineCommands({ definitionName: first, brand: options.brand }).explain,
        },
      ]);
    }
    const compiled = await compileFile(file, await openCompiling(file, options));
    if (!compiled.pipeline) return printWrong(compiled, options);
    const { printExplained } = await import("./outcomes/print-explained.ts");
    printExplained(compiled.pipeline, explainSecrets(compiled.pipeline), options);
  },
});

interface ExplainOptions {
  readonly brand?: string;
  readonly json?: boolean;
}

async function printWrong(compiled: CompiledFile, { json }: ExplainOptions): Promise<void> {
  const results = [{ ...compiled, done: "nothing" as const }];
  if (json) {
    const { printCompiledJson } = await import("./outcomes/print-compiled-json.ts");
    printCompiledJson(results);
  } else {
    const { printCompiled } = await import("./outcomes/print-compiled.ts");
    printCompiled(results);
  }
  process.exitCode = exitCode.usage;
}
