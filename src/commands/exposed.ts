import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, plain, repo } from "../cli/options.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { StoredCredential } from "../credentials/credential.ts";

const examples = `
Examples:
  $ gatehouse exposed --repo acme/control
  $ gatehouse exposed --repo acme/control --credential pat --yes
  $ gatehouse exposed --repo acme/control --report leak.txt --report leak.json

Steps: set kill switches to false so that no new runs start, cancel active runs,
revoke the credential, search logs and outputs, rotate the credential, return to
review mode, set the kill switches back to true. --yes confirms only reversible
steps. Revoking a credential, uninstalling an App and setting kill switches back
to true always require confirmation. Run the command again to resume the same
incident.

Exit codes:
  0  the incident is closed
  5  a step is open`;

export const exposed = defineCommand({
  options: {
    repo,
    host,
    brand,
    credential: {
      value: "kind",
      offers: ["read-app", "write-app", "pat"],
      many: "each",
      summary: "exposed credential: read-app, write-app or pat (repeatable)",
    },
    package: {
      value: "name",
      many: "each",
      summary: "affected review package (repeatable; default: ask; all preselected)",
    },
    killSwitch: {
      value: "variable",
      many: "each",
      summary: "additional kill switch that is not in the settings",
    },
    since: { value: "day", summary: "search logs and outputs from this day on (UTC)" },
    yes: { summary: "perform reversible steps without confirmation" },
    report: {
      value: "file",
      many: "each",
      summary: "output file for the incident record; JSON if the name ends in .json",
    },
    newIncident: { summary: "open a new incident; keep the record of the previous one" },
    open,
    plain,
    answers,
    json: { summary: "output the incident record as JSON" },
  },
  notes: examples,
  async run(options) {
    const since = options.since === undefined ? undefined : await requireDay(options.since);
    const response = {
      credentials: await requireCredentials(options.credential ?? []),
      packages: options.package ?? [],
      switches: (options.killSwitch ?? []).map(requireVariable),
      isYes: options.yes === true,
      ...(since && { since }),
    };
    const { requireRepository } = await import("./repository-here.ts");
    const asked = { ...options, verb: "exposed", isUnasked: response.isYes };
    const repository = await requireRepository(asked);
    const { runExposed } = await import("./run-exposed.ts");
    await runExposed({
      ...options,
      repository,
      response,
      reports: options.report ?? [],
      isNewIncident: options.newIncident === true,
    });
  },
});

async function requireCredentials(words: readonly string[]): Promise<StoredCredential[]> {
  const { storedCredentials } = await import("../credentials/credential.ts");
  return words.map((word) => {
    const found = storedCredentials.find((each) => each === word);
    if (found) return found;
    const known = storedCredentials.join(", ");
    throw new InvalidInput(`--credential "${word}" is not one of ${known}.`);
  });
}

async function requireDay(text: string): Promise<Date> {
  const { parseDay } = await import("../plane/exposed/parse-day.ts");
  const day = parseDay(text);
  if (day) return day;
  throw new InvalidInput(`--since "${text}" is not a valid date.`, [
    { text: "Use the format YYYY-MM-DD", command: "--since 2026-11-21" },
  ]);
}

function requireVariable(name: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return name;
  throw new InvalidInput(`--kill-switch "${name}" is not a valid variable name.`, [
    {
      text: "Use capital letters, digits and underscores",
      command: "--kill-switch CP_REVIEW_ENABLED",
    },
  ]);
}
