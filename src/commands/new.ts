import { join } from "node:path";
import type { Command } from "commander";
import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { pathArgument } from "../shared/shell-word.ts";

const examples = `
Examples:
  $ gatehouse new probe                        writes agents/probe.md
  $ gatehouse new probe --folder pipelines

A first agent definition, with words on everything that it may hold. It
compiles as it is. A file that is there already is left as it is.`;

interface NewOptions {
  readonly folder: string;
  readonly brand?: string;
}

export function define(command: Command): void {
  command
    .argument("<name>", "what the agent is called: letters, digits, _ and -")
    .option("--folder <folder>", "where it is written", "agents")
    .option("--brand <name>", "whose words it uses: forge or github; default: the repository's")
    .addHelpText("after", examples)
    .action(run);
}

async function run(name: string, { folder, brand }: NewOptions): Promise<void> {
  const { checkAgentName } = await import("../compiler/agent-name.ts");
  const complaint = checkAgentName(name);
  if (complaint !== undefined) throw new InvalidInput(complaint);
  const path = join(folder, `${name}.md`);
  const { requireShown } = await import("../compiler/project/require-shown.ts");
  requireShown(path);
  const { projectBrand } = await import("../compiler/project/open-project.ts");
  const { firstDefinition } = await import("../compiler/first-definition.ts");
  const { writeNew } = await import("../compiler/project/place-output.ts");
  await writeNew(path, firstDefinition(name, projectBrand(path, brand)));
  const { printRows } = await import("../layout/paint.ts");
  const { hintRows, marked, textRows } = await import("../layout/rows.ts");
  const command = ownCommandLine("compile", pathArgument(path));
  printRows((look) => [
    ...textRows(`${path} is there.`, { look, lead: marked(look, "done"), tone: "strong" }),
    ...hintRows({ say: "Make its pipeline", command }, { look }),
  ]);
}
