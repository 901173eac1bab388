import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, outcomeJson, plain, repo } from "../cli/options.ts";
import type { StoredCredential } from "../credentials/credential.ts";
import { InvalidInput } from "../shared/errors.ts";
import { openAtLocation } from "./open-at-location.ts";

const examples = `
Examples:
  $ gatehouse rotate --repo acme/control             choose what to rotate
  $ gatehouse rotate --repo acme/control --app both  the keys of both Apps
  $ gatehouse rotate --repo acme/control --pat       the PAT

A replacement is stored and verified before the old credential is revoked. You
can stop at any time and resume with the same command.`;

export const rotate = defineCommand({
  options: {
    repo,
    app: {
      value: "role",
      offers: ["read", "write", "both"],
      summary: "rotate an App key: read, write or both",
    },
    pat: { summary: "rotate the fine-grained PAT" },
    host,
    brand,
    startOver: { summary: "discard an unfinished rotation, but keep stored credentials" },
    open,
    plain,
    answers,
    json: outcomeJson,
  },
  notes: examples,
  async run({ app, pat, ...options }) {
    const keys = app === undefined ? [] : apps[app];
    if (!keys) throw new InvalidInput(`--app must be read, write or both, not "${app}".`);
    const wanted: StoredCredential[] = [...keys, ...(pat ? (["pat"] as const) : [])];
    await openAtLocation(options, "rotate", async (opened, location) => {
      const { runRotation } = await import("./run-rotation.ts");
      const credentials = wanted.length > 0 ? wanted : undefined;
      await runRotation({ ...options, location, opened, wanted: credentials });
    });
  },
});

const apps: Readonly<Record<string, readonly StoredCredential[]>> = {
  read: ["read-app"],
  write: ["write-app"],
  both: ["read-app", "write-app"],
};
