import type { Command } from "commander";
import type { StoredCredential } from "../credentials/credential.ts";
import { InvalidInput } from "../shared/errors.ts";
import { openAtPlace } from "./open-at-place.ts";

interface RotateOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly app?: string;
  readonly pat?: boolean;
  readonly startOver?: boolean;
  readonly open: boolean;
  readonly plain?: boolean;
  readonly answers?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse rotate --repo acme/control             asks what is rotated
  $ gatehouse rotate --repo acme/control --app both  the keys of both Apps
  $ gatehouse rotate --repo acme/control --pat       the token

A replacement is stored and seen to work before the old one is revoked. Stop it
whenever you like and run it again: it goes on from there.`;

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--app <role>", "rotate the key of an App: read, write or both")
    .option("--pat", "rotate the fine-grained PAT")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--start-over", "forget a rotation that is under way; what it stored stays")
    .option("--no-open", "print links instead of opening them")
    .option("--plain", "plain lines instead of screens")
    .option("--answers <file>", "take the answers from a JSON file; ask nobody")
    .option("--json", "print the outcome as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

const apps: Readonly<Record<string, readonly StoredCredential[]>> = {
  read: ["read-app"],
  write: ["write-app"],
  both: ["read-app", "write-app"],
};

async function run({ app, pat, ...options }: RotateOptions): Promise<void> {
  const keys = app === undefined ? [] : apps[app];
  if (!keys) throw new InvalidInput(`--app is read, write or both, not "${app}".`);
  const wanted: StoredCredential[] = [...keys, ...(pat ? (["pat"] as const) : [])];
  await openAtPlace(options, "rotate", async (opened, place) => {
    const { runRotation } = await import("./run-rotation.ts");
    const credentials = wanted.length > 0 ? wanted : undefined;
    await runRotation({ ...options, place, opened, wanted: credentials });
  });
}
