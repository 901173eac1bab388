import type { Command } from "commander";
import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";

interface EngineOptions {
  readonly brand?: string;
  readonly org?: string;
  readonly project?: string;
  readonly plain?: boolean;
  readonly answers?: string;
  readonly askAgain?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse engine                    asks which definition, or for a new one
  $ gatehouse engine agents/probe.md
  $ gatehouse engine agents/probe.md --answers answers.json --json

Shows what changes in the definition and in its pipeline before it writes
either, and leaves the rest of both as it is. Stop it whenever you like and run
it again: it goes on from there.`;

export function define(command: Command): void {
  command
    .argument("[file]", "the definition; asked for without it")
    .option("--brand <name>", "whose words definitions use: forge or github")
    .option("--org <address>", "the service's organization; default: the clone's remote")
    .option("--project <name>", "its project; default: the clone's remote")
    .option("--plain", "plain lines instead of screens")
    .option("--answers <file>", "take the answers from a JSON file; ask nobody")
    .option("--ask-again", "forget the answers of an earlier run")
    .option("--json", "print the outcome as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(file: string | undefined, options: EngineOptions): Promise<void> {
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
}
