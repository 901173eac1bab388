import { defineCommand } from "../cli/command.ts";
import { brand as forgeBrand } from "../cli/options.ts";
import { basename, join } from "node:path";
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
    const { chooseBrand } = await import("../compiler/project/open-project.ts");
    const { firstDefinition } = await import("../compiler/first-definition.ts");
    const { writeNew } = await import("../compiler/project/locate-output.ts");
    const chosen = await chooseBrand(path, brand);
    await writeNew(path, firstDefinition(name, chosen.brand));
    const created = [path];
    const { isDetected, settingsPath } = chosen;
    if (!isDetected && settingsPath !== undefined) {
      await writeNew(settingsPath, `${JSON.stringify({ brand: chosen.brand }, null, 2)}\n`);
      created.push(basename(settingsPath));
    }
    const isOptionNeeded = !isDetected && settingsPath === undefined;
    const { printRows } = await import("../terminal/paint.ts");
    const { hintRows, marked, textRows } = await import("../terminal/rows.ts");
    const command = ownCommandLine(
      "compile",
      ...(isOptionNeeded ? ["--brand", chosen.brand] : []),
      pathArgument(path),
    );
    printRows((style) => [
      ...textRows(`Created ${created.join(" and ")}.`, {
        style,
        prefix: marked(style, "done"),
        tone: "strong",
      }),
      ...hintRows({ text: "Compile its Azure pipeline", command }, { style }),
    ]);
  },
});
