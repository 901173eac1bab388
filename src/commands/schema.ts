import { defineCommand } from "../cli/command.ts";
import { brand as forgeBrand } from "../cli/options.ts";
import { printSchema } from "./outcomes/print-schema.ts";

const examples = `
Examples:
  $ gatehouse schema > agent.schema.json
  $ gatehouse schema --settings > gatehouse.schema.json

Prints the JSON Schema of an agent definition's front matter, for editors. With
--settings, prints the JSON Schema of gatehouse.json.`;

export const schema = defineCommand({
  options: {
    brand: {
      ...forgeBrand,
      summary: "naming convention: forge or github (default: the repository's)",
    },
    settings: { summary: "print the schema of gatehouse.json" },
  },
  notes: examples,
  async run({ brand, settings = false }) {
    if (settings) {
      const { settingsSchema } = await import("../compiler/project/read-settings.ts");
      printSchema("gatehouse", settingsSchema);
      return;
    }
    const { projectBrand } = await import("../compiler/project/open-project.ts");
    const { frontMatterSchema } = await import("../compiler/front-matter-schema.ts");
    const name = projectBrand("schema", brand);
    printSchema(`agent-${name}`, frontMatterSchema(name));
  },
});
