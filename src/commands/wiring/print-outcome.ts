import type { SetUpOutcome } from "../../../flows/setup/set-up-control-plane.ts";
import { appRecords } from "../../credentials/records.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { commandLine } from "../../setup/command-line.ts";
import { titleOf } from "../../setup/describe.ts";

interface Place {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly json: boolean;
}

/** Prints what a setup ended with: for a person as plain text that stays in the scrollback, or as JSON. */
export function printOutcome({ apps }: SetUpOutcome, { profile, repository, json }: Place): void {
  const isComplete = apps.every(({ installation }) => installation === "proved");
  if (json) {
    const records = apps.map((app) => ({ ...app, ...appRecords[app.role] }));
    const outcome = {
      repo: repository.full,
      host: profile.host,
      complete: isComplete,
      apps: records,
    };
    process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`);
    return;
  }
  const lines = apps.flatMap(({ role, slug, clientId, installation }) => [
    `${installation === "proved" ? "✔" : "?"} ${titleOf(role)}  ${slug ?? clientId}`,
    `    ${appRecords[role].variable} = ${clientId}`,
    `    ${appRecords[role].secret} is set`,
    `    installed: ${installation === "proved" ? "proved with its own key" : "unknown which repositories"}`,
  ]);
  const place = { profile, repository };
  const next = isComplete
    ? [
        `${repository.full} is set up. Next:`,
        "  approve a repository for writing:",
        `    ${commandLine("setup", place, ["--write-repository owner/name"])}`,
        "  approve a repository for reading:",
        `    ${commandLine("setup", place, ["--read-repository owner/name"])}`,
        "  see how it stands:",
        `    ${commandLine("status", place)}`,
      ]
    : [`${repository.full} is not proved yet. Next:`, `  ${commandLine("setup", place)}`];
  process.stdout.write(`${[...lines, "", ...next].join("\n")}\n`);
}
