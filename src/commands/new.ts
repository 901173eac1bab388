import { defineCommand } from "../cli/command.ts";
import { brand as forgeBrand } from "../cli/options.ts";
import { join } from "node:path";
import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { pathArgument } from "../shared/shell-word.ts";

const examples = `
Examples:
  $ gatehouse new probe                        writes agents/probe.md
  $ gatehouse new probe --folder pipelines

A first agent definition, with words on everything that it may hold. It
compiles as it is. A file that is there already is left as it is.`;

export const newDefinition = defineCommand({
  arguments: { name: { summary: "what the agent is called: letters, digits, _ and -" } },
  options: {
    folder: { value: "folder", summary: "where it is written", default: "agents" },
    brand: {
      ...forgeBrand,
      summary: "whose words it uses: forge or github; default: the repository's",
    },
  },
  notes: examples,
  async run({ folder, brand }, { name }) {
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
    const { printRows } = await import("../terminal/paint.ts");
    const { hintRows, marked, textRows } = await import("../terminal/rows.ts");
    const command = ownCommandLine("compile", pathArgument(path));
    printRows((look) => [
      ...textRows(`${path} is there.`, { look, lead: marked(look, "done"), tone: "strong" }),
      ...hintRows({ say: "Make its pipeline", command }, { look }),
    ]);
  },
});
