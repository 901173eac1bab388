import { defineCommand } from "../cli/command.ts";
import { cli, fileBrand, fileHost, integrity, json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse control render                       as decided; keep the package
  $ gatehouse control check                        in a clone of the repository
  $ gatehouse control check --repo acme/control    the file on GitHub`;

const renderExamples = `
Examples:
  $ gatehouse control render                       as decided; keep the package
  $ gatehouse control render --profile pat --brand github
  $ gatehouse control render --repo acme/control   print the file
  $ gatehouse control render --repo acme/control --commit   commit the file
  $ gatehouse control render --repo acme/control --commit --pack

The file is <forge_dir>/workflows/shared/control.md in the current directory.
The profile comes from control-plane-decision.json. With --repo, the decision
and the control file are read from the control repository, and the file is
written only with --commit.

Each run installs one gatehouse package and verifies its SHA-512 hash. The first
of these that applies is pinned:
  --cli and --integrity   URL of a package, and the hash from npm pack --json
  --pack                  this gatehouse, written to <forge_dir>/gatehouse
  the existing control file's package
  the published version of this gatehouse, from npm's registry`;

const checkExamples = `
Examples:
  $ gatehouse control check                        in a clone of the repository
  $ gatehouse control check --json
  $ gatehouse control check --repo acme/control    the file on GitHub

A workflow that configures its own App is reported, unless a comment above the
App's block states the reason: "# own App because: …".

Exit codes:
  0  no problem found
  5  a problem was found`;

export const control = defineCommand({
  notes: examples,
});

export const render = defineCommand({
  description: "Write the control file that the orchestrator and the workers import.",
  options: {
    repo: {
      value: "owner/repo",
      summary: "control repository to use instead of the current directory",
    },
    commit: { summary: "with --repo: commit the file instead of printing it" },
    profile: {
      value: "name",
      offers: ["app", "pat", "workflow-token"],
      summary: "app, pat or workflow-token (default: from control-plane-decision.json)",
    },
    cli,
    integrity,
    pack: { summary: "have runs install this gatehouse, as a file of the repository" },
    host: fileHost,
    brand: fileBrand,
    json: { summary: "output the result as JSON" },
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
  description: "Check the control file and all workflows that depend on it.",
  options: {
    repo: {
      value: "owner/repo",
      summary: "control repository to check instead of the current directory",
    },
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
