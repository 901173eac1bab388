import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, outcomeJson, plain, port, repo } from "../cli/options.ts";
import { InvalidInput } from "../shared/errors.ts";
import { wizardTitles } from "../prompts/wizard-titles.ts";
import { namedRepository } from "./named-repository.ts";
import { readPort, requireHost } from "./check-options.ts";
import { openAtLocation } from "./open-at-location.ts";

const examples = `
Examples:
  $ gatehouse setup --repo acme/control
  $ gatehouse setup --repo acme/control --host emulator  on the embedded forge
  $ gatehouse setup --repo acme/control --dry-run            change nothing
  $ gatehouse setup --repo acme/control --dry-run --offline  without any request
  $ gatehouse setup --repo acme/control --no-open            without a browser
  $ gatehouse setup --repo acme/control --write-repository acme/web

You can stop at any time. Run the same command again to resume: it checks the
completed steps and continues.`;

export const setup = defineCommand({
  options: {
    repo,
    host,
    brand,
    dryRun: { summary: "show both App manifests without changing anything on the forge" },
    offline: { summary: "with --dry-run: do not contact the forge" },
    open,
    readAppName: {
      value: "name",
      summary: "name of the read App (default: from the repository name)",
    },
    writeAppName: {
      value: "name",
      summary: "name of the write App (default: from the repository name)",
    },
    port,
    readRepository: {
      value: "owner/repo",
      many: "each",
      summary: "repository that the read App is allowed to access (repeatable)",
    },
    writeRepository: {
      value: "owner/repo",
      many: "each",
      summary: "repository that the write App is allowed to access (repeatable)",
    },
    plain,
    answers,
    askAgain: { summary: "ignore the answers from an earlier run, but keep its results" },
    json: outcomeJson,
  },
  notes: examples,
  async run(options) {
    const port = readPort(options.port);
    // Command-line errors are reported before the first question.
    requireHost(options);
    if (options.offline && !options.dryRun) {
      throw new InvalidInput("--offline can be used only with --dry-run.");
    }
    const appNames = await readAppNames(options);
    if (options.dryRun) {
      const { runDryRun } = await import("./run-dry-run.ts");
      return runDryRun({ ...options, port, appNames });
    }
    const approved = readApproved(options);
    await openAtLocation(options, "setup", async (opened, location) => {
      const { runWizard } = await import("./run-wizard.ts");
      const wizard = {
        ...options,
        opened,
        location,
        verb: "setup",
        title: wizardTitles.setup,
      } as const;
      await runWizard(wizard, async (session) => {
        const { runSetup } = await import("./run-setup.ts");
        await runSetup(session, { ...wizard, purpose: "setup", port, appNames, approved });
      });
    });
  },
});

/** @throws InvalidInput */
function readApproved({
  readRepository,
  writeRepository,
}: {
  readonly readRepository?: readonly string[];
  readonly writeRepository?: readonly string[];
}) {
  const parse = (names: readonly string[], option: string) =>
    names.map((name) => namedRepository(name, option));
  return {
    ...(readRepository && { read: parse(readRepository, "--read-repository") }),
    ...(writeRepository && { write: parse(writeRepository, "--write-repository") }),
  };
}

/** @throws InvalidInput */
async function readAppNames({
  readAppName: read,
  writeAppName: write,
}: {
  readonly readAppName?: string;
  readonly writeAppName?: string;
}) {
  const names = { ...(read !== undefined && { read }), ...(write !== undefined && { write }) };
  if (Object.keys(names).length === 0) return names;
  const { checkAppName, slugOf } = await import("../plane/setup/app-name.ts");
  for (const [role, name] of Object.entries(names)) {
    const problem = checkAppName(name);
    if (problem !== undefined) throw new InvalidInput(`--${role}-app-name: ${problem}`);
  }
  if (read !== undefined && write !== undefined && slugOf(read) === slugOf(write))
    throw new InvalidInput(
      "--read-app-name and --write-app-name must differ: App names are unique.",
    );
  return names;
}
