import { commandGroups, hiddenCommands } from "./command-table.ts";
import { defineCommand, type CommandEntry } from "./command.ts";

declare const GATEHOUSE_VERSION: string;

/** Options of `gatehouse` without a command. */
const gatehouse = defineCommand({
  usage: "[options] [command]",
  options: { version: { short: "V", summary: "print the version" } },
  help: topHelp,
  async run({ version }) {
    const { stdout } = process;
    stdout.write(version ? `${GATEHOUSE_VERSION}\n` : await topHelp(stdout.columns || 80));
  },
});

async function topHelp(columns: number): Promise<string> {
  return (await import("./top-help.ts")).topHelp(commandGroups, columns);
}

/** The root command, which contains all others. */
export const program: CommandEntry = {
  name: "gatehouse",
  summary: "Create and maintain the credentials of a control plane for AI agents.",
  load: () => Promise.resolve(gatehouse),
  commands: [...commandGroups.flatMap(({ commands }) => commands), ...hiddenCommands],
};
