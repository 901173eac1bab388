import type { Command } from "commander";
import { printSchema } from "./outcomes/print-schema.ts";

const examples = `
Examples:
  $ gatehouse schema > agent.schema.json
  $ gatehouse schema --settings > gatehouse.schema.json

For editors: the JSON Schema of an agent definition's front matter, or with
--settings that of gatehouse.json.`;

export function define(command: Command): void {
  command
    .option("--brand <name>", "whose words it has: forge or github; default: the repository's")
    .option("--settings", "that of gatehouse.json")
    .addHelpText("after", examples)
    .action(run);
}

async function run({
  brand,
  settings = false,
}: {
  readonly brand?: string;
  readonly settings?: boolean;
}): Promise<void> {
  if (settings) {
    const { settingsSchema } = await import("../compiler/project/read-settings.ts");
    printSchema("gatehouse", settingsSchema);
    return;
  }
  const { projectBrand } = await import("../compiler/project/open-project.ts");
  const { frontMatterSchema } = await import("../compiler/front-matter-schema.ts");
  const name = projectBrand("schema", brand);
  printSchema(`agent-${name}`, frontMatterSchema(name));
}
