import { ownCommandLine } from "../shared/own-command.ts";
import { defineCommand } from "../cli/command.ts";
import { answers, definitionBrand, org, outcomeJson, plain, project } from "../cli/options.ts";
import { InvalidInput } from "../shared/errors.ts";

const examples = `
Examples:
  $ gatehouse engine                    choose a definition, or create one
  $ gatehouse engine agents/probe.md
  $ gatehouse engine agents/probe.md --answers answers.json --json

Changes to the definition and its pipeline are shown before they are written.
The rest of both files is kept. You can stop at any time and resume with the
same command.`;

/** Returns the typed command without its definition. */
function withoutFile(file: string): string {
  return ownCommandLine(...process.argv.slice(2).filter((word) => word !== file));
}

export const engine = defineCommand({
  arguments: { file: { summary: "path of the definition (default: ask)", isOptional: true } },
  options: {
    brand: definitionBrand,
    org,
    project,
    plain,
    answers,
    askAgain: { summary: "ignore the answers from an earlier run" },
    json: outcomeJson,
  },
  notes: examples,
  async run(options, { file }) {
    const { requireBrand } = await import("../forge/brand.ts");
    if (options.brand !== undefined) requireBrand(options.brand);
    if (file !== undefined && /\.ya?ml$/i.test(file)) {
      throw new InvalidInput(`${file} is a compiled pipeline. Specify its definition instead.`, [
        { text: "Choose a definition", command: withoutFile(file) },
      ]);
    }
    const { openPrompter } = await import("./open-prompter.ts");
    const header = { title: "configure", subject: file ?? "an agent's engine", outline: [] };
    const opened = await openPrompter({ ...options, open: false }, header);
    try {
      // Loaded on demand, so that the screen appears first.
      const { runEngine } = await import("./run-engine.ts");
      await runEngine({ ...options, ...(file !== undefined && { file }) }, opened);
    } finally {
      await opened.prompter.close();
    }
  },
});
