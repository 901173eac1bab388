import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, plain, repo } from "../cli/options.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { StoredCredential } from "../credentials/credential.ts";

const examples = `
Examples:
  $ gatehouse exposed --repo acme/control
  $ gatehouse exposed --repo acme/control --credential pat --yes
  $ gatehouse exposed --repo acme/control --report leak.txt --report leak.json

In order: kill switches to false, active runs cancelled, the credential ended,
logs and outputs searched, rotation, review mode. --yes confirms what can be
undone; revoking, uninstalling and switching on again are always asked.
Run it again to go on with the same incident.

Ends with 0 when the incident is closed, with 5 while anything is open.`;

export const exposed = defineCommand({
  options: {
    repo,
    host,
    brand,
    credential: {
      value: "kind",
      offers: ["read-app", "write-app", "pat"],
      many: "each",
      summary: "what leaked: read-app, write-app or pat (repeatable)",
    },
    package: {
      value: "name",
      many: "each",
      summary: "affected package (repeatable; default: asks, or all)",
    },
    killSwitch: {
      value: "variable",
      many: "each",
      summary: "kill switch the settings do not name",
    },
    since: { value: "day", summary: "search logs and outputs since this day (UTC)" },
    yes: { summary: "do what can be undone without asking" },
    report: {
      value: "file",
      many: "each",
      summary: "write the record there, as JSON if named .json",
    },
    newIncident: { summary: "start another incident; the last one's record is kept" },
    open,
    plain,
    answers,
    json: { summary: "print the record as one JSON document" },
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
  throw new InvalidInput(`--since "${text}" is no day.`, [
    { say: "Write it as year, month and day", command: "--since 2026-11-21" },
  ]);
}

function requireVariable(name: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return name;
  throw new InvalidInput(`--kill-switch "${name}" is no name of a variable.`, [
    { say: "Variables are written in capitals", command: "--kill-switch CP_REVIEW_ENABLED" },
  ]);
}
