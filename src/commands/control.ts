import { defineCommand } from "../cli/command.ts";
import { cli, fileBrand, fileHost, integrity, json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse control render                       as decided; the pin stays
  $ gatehouse control check                        in a clone of the repository
  $ gatehouse control check --repo acme/control    as it is on the forge`;

const renderExamples = `
Examples:
  $ gatehouse control render                       as decided; the pin stays
  $ gatehouse control render --profile pat --brand github
  $ gatehouse control render --repo acme/control   prints it
  $ gatehouse control render --repo acme/control --commit   commits it

The file is <forge_dir>/workflows/shared/control.md of the working folder; the
profile is that of its control-plane-decision.json. With --repo both are those
of the control repository, and nothing is written without --commit. A run brings
gatehouse from one address, and runs no other bytes than those that --integrity
names: what npm pack --json prints of the package. Both are told once.`;

const checkExamples = `
Examples:
  $ gatehouse control check                        in a clone of the repository
  $ gatehouse control check --json
  $ gatehouse control check --repo acme/control    as it is on the forge

Ends with 0 when nothing is found, with 5 otherwise. An App block of a
workflow's own is no finding where a comment above it says
"# own App because: …".`;

export const control = defineCommand({
  notes: examples,
});

export const render = defineCommand({
  description: "Writes the control file that the orchestrator and the workers import.",
  options: {
    repo: { value: "owner/repo", summary: "control repository, instead of the working folder" },
    commit: { summary: "with --repo: commit the file; without it, it is printed" },
    profile: {
      value: "name",
      offers: ["app", "pat", "workflow-token"],
      summary: "app, pat or workflow-token (default: as decided)",
    },
    cli,
    integrity,
    host: fileHost,
    brand: fileBrand,
    json: { summary: "print what was written as one JSON document" },
  },
  notes: renderExamples,
  async run(options) {
    if (options.repo === undefined) {
      const { runRender } = await import("./run-control.ts");
      return runRender(options);
    }
    const { runRenderThere } = await import("./run-control-there.ts");
    await runRenderThere({ ...options, repo: options.repo });
  },
});

export const check = defineCommand({
  description: "Checks the control file, and every workflow that has to rely on it.",
  options: {
    repo: { value: "owner/repo", summary: "control repository, instead of the working folder" },
    host: fileHost,
    brand: fileBrand,
    json,
  },
  notes: checkExamples,
  async run(options) {
    if (options.repo === undefined) {
      const { runCheck } = await import("./run-control.ts");
      return runCheck(options);
    }
    const { runCheckThere } = await import("./run-control-there.ts");
    await runCheckThere({ ...options, repo: options.repo });
  },
});
