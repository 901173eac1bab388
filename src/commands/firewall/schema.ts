import { defineCommand } from "../../cli/command.ts";
import { printSchema } from "../outcomes/print-schema.ts";

const examples = `
Examples:
  $ gatehouse firewall schema > firewall.schema.json`;

export const schema = defineCommand({
  notes: examples,
  async run() {
    const { configSchema } = await import("../../firewall/config/config-schema.ts");
    printSchema("firewall", configSchema());
  },
});
