import { commandGroups, hiddenCommands } from "./command-table.ts";
import { defineCommand, type CommandEntry } from "./command.ts";

declare const GATEHOUSE_VERSION: string;

/** `gatehouse` without the name of a command. */
const gatehouse = defineCommand({
  usage: "[options] [command]",
  options: { version: { short: "V", summary: "print the version" } },
  async run({ version }) {
    const { topHelp } = await import("./top-help.ts");
    process.stdout.write(
      version ? `${GATEHOUSE_VERSION}\n` : topHelp(commandGroups, process.stdout.columns || 80),
    );
  },
});

/** The command that holds all others. */
export const program: CommandEntry = {
  name: "gatehouse",
  summary: "Sets up and keeps the credentials of a control plane for AI agents.",
  load: () => Promise.resolve(gatehouse),
  commands: [...commandGroups.flatMap(({ commands }) => commands), ...hiddenCommands],
};
