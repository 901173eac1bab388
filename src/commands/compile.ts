import { defineCommand } from "../cli/command.ts";
import { definitionBrand, json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse compile                   all definitions below agents/
  $ gatehouse compile agents/probe.md   writes agents/probe.yml
  $ gatehouse compile agents/probe.md --stdout
  $ gatehouse compile --check           in CI: is each still its definition's?
  $ gatehouse compile --watch           compiles again when a file changes

Says all that is wrong at once, with its place; nothing is written then.

Ends with 0 when all is well, 2 when a definition is wrong, 5 when --check found
a pipeline that is not its definition's.`;

export const compile = defineCommand({
  arguments: {
    paths: {
      summary: "definitions, or folders with some; without: agents/",
      isOptional: true,
      isVariadic: true,
    },
  },
  options: {
    output: { short: "o", value: "file", summary: "where the pipeline goes, of one definition" },
    stdout: { summary: "print the pipeline of one definition" },
    check: { summary: "write nothing; say what differs from what is there" },
    strict: { summary: "take warnings for errors" },
    watch: { summary: "compile again whenever a definition changes, until Ctrl-C" },
    brand: definitionBrand,
    json,
  },
  notes: examples,
  async run(options, { paths }) {
    const { runCompile } = await import("./run-compile.ts");
    await runCompile(paths, options);
  },
});
