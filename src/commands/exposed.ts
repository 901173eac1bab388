import type { Command } from "commander";
import { InvalidInput } from "../shared/errors.ts";
import type { StoredCredential } from "../credentials/credential.ts";

interface ExposedCommandOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly credential?: string[];
  readonly package?: string[];
  readonly killSwitch?: string[];
  readonly since?: string;
  readonly yes?: boolean;
  readonly report?: string[];
  readonly newIncident?: boolean;
  readonly open: boolean;
  readonly plain?: boolean;
  readonly answers?: string;
  readonly json?: boolean;
}

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

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--credential <kind>", "what leaked: read-app, write-app or pat (repeatable)", collect)
    .option("--package <name>", "affected package (repeatable; default: asks, or all)", collect)
    .option("--kill-switch <variable>", "kill switch the settings do not name", collect)
    .option("--since <day>", "search logs and outputs since this day (UTC)")
    .option("--yes", "do what can be undone without asking")
    .option("--report <file>", "write the record there, as JSON if named .json", collect)
    .option("--new-incident", "start another incident; the last one's record is kept")
    .option("--no-open", "print links instead of opening them")
    .option("--plain", "plain lines instead of screens")
    .option("--answers <file>", "take the answers from a JSON file; ask nobody")
    .option("--json", "print the record as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(options: ExposedCommandOptions): Promise<void> {
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
}

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
  const { parseDay } = await import("../control/exposure/parse-day.ts");
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

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}
