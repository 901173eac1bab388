import type { Command } from "commander";
import { printSchema } from "../outcomes/print-schema.ts";

const examples = `
Examples:
  $ gatehouse firewall schema > firewall.schema.json`;

export function define(command: Command): void {
  command.addHelpText("after", examples).action(run);
}

async function run(): Promise<void> {
  const { configSchema } = await import("../../firewall/config/config-schema.ts");
  printSchema("firewall", configSchema());
}
