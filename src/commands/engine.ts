import { ownCommandLine } from "../shared/own-command.ts";
import { defineCommand } from "../cli/command.ts";
import { answers, definitionBrand, org, outcomeJson, plain, project } from "../cli/options.ts";
import { InvalidInput } from "../shared/errors.ts";

const examples = `
Examples:
  $ gatehouse engine                    asks which definition, or for a new one
  $ gatehouse engine agents/probe.md
  $ gatehouse engine agents/probe.md --answers answers.json --json

Shows what changes in the definition and in its pipeline before it writes
either, and leaves the rest of both as it is. Stop it whenever you like and run
it again: it goes on from there.`;

export const engine = defineCommand({
  arguments: { file: { summary: "the definition; asked for without it", isOptional: true } },
  options: {
    brand: definitionBrand,
    org,
    project,
    plain,
    answers,
    askAgain: { summary: "forget the answers of an earlier run" },
    json: outcomeJson,
  },
  notes: examples,
  async run(options, { file }) {
    const { requireBrand } = await import("../forge/brand.ts");
    if (options.brand !== undefined) requireBrand(options.brand);
    if (file !== undefined && /\.ya?ml$/i.test(file)) {
      throw new InvalidInput(
        `${file} is a pipeline; the definition that it is made of is asked for.`,
        [{ say: "Let it be asked for", command: ownCommandLine("engine") }],
      );
    }
    const { openPrompter } = await import("./open-prompter.ts");
    const header = { title: "configure", subject: file ?? "an agent's engine", outline: [] };
    const opened = await openPrompter({ ...options, open: false }, header);
    try {
      // Loaded now that the screen stands.
      const { runEngine } = await import("./run-engine.ts");
      await runEngine({ ...options, ...(file !== undefined && { file }) }, opened);
    } finally {
      await opened.prompter.close();
    }
  },
});
