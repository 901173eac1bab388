import { defineCommand } from "../cli/command.ts";
import { brand as forgeBrand } from "../cli/options.ts";
import { join } from "node:path";
import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { pathArgument } from "../shared/shell-word.ts";

const examples = `
Examples:
  $ gatehouse new probe                        write agents/probe.md
  $ gatehouse new probe --folder pipelines

The new definition explains every supported field in comments, and it compiles
without changes. An existing file is never overwritten.`;

export const newDefinition = defineCommand({
  arguments: { name: { summary: "agent name: letters, digits, _ and -" } },
  options: {
    folder: { value: "folder", summary: "output directory", default: "agents" },
    brand: {
      ...forgeBrand,
      summary: "naming convention: forge or github (default: the repository's)",
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
    const { writeNew } = await import("../compiler/project/locate-output.ts");
    const detected = await projectBrand(path);
    const chosen = await projectBrand(path, brand);
    await writeNew(path, firstDefinition(name, chosen));
    const { printRows } = await import("../terminal/paint.ts");
    const { hintRows, marked, textRows } = await import("../terminal/rows.ts");
    const command = ownCommandLine(
      "compile",
      ...(chosen === detected ? [] : ["--brand", chosen]),
      pathArgument(path),
    );
    printRows((style) => [
      ...textRows(`Created ${path}.`, { style, prefix: marked(style, "done"), tone: "strong" }),
      ...hintRows({ text: "Compile its Azure pipeline", command }, { style }),
    ]);
  },
});
