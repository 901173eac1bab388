import { defineCommand } from "../cli/command.ts";
import { definitionBrand, json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse compile                   all definitions below agents/
  $ gatehouse compile agents/probe.md   write agents/probe.yml
  $ gatehouse compile agents/probe.md --stdout
  $ gatehouse compile --check           in CI: are all pipelines up to date?
  $ gatehouse compile --watch           compile again when a file changes

All errors are reported at once, with their locations. If a definition has
errors, its pipeline is not written.

Exit codes:
  0  success
  2  a definition is invalid
  5  --check found a pipeline that is not up to date`;

export const compile = defineCommand({
  arguments: {
    paths: {
      summary: "definitions, or directories that contain them (default: agents/)",
      isOptional: true,
      isVariadic: true,
    },
  },
  options: {
    output: {
      short: "o",
      value: "file",
      summary: "output file for the pipeline of a single definition",
    },
    stdout: { summary: "print the pipeline of a single definition" },
    check: { summary: "report differences from the existing pipelines; write nothing" },
    strict: { summary: "treat warnings as errors" },
    watch: { summary: "compile again when a definition changes, until Ctrl-C" },
    brand: definitionBrand,
    json,
  },
  notes: examples,
  async run(options, { paths }) {
    const { runCompile } = await import("./run-compile.ts");
    await runCompile(paths, options);
  },
});
