import { isRotationComplete } from "../../plane/rotate/journal-results.ts";
import type { RotationOutcome } from "../../plane/rotate/journal-results.ts";
import type { RotationEvidence } from "../../plane/rotate/rotation.ts";
import { secretNameOf } from "../../credentials/credential.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { commandLine } from "../../plane/repository/command-line.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { listRows, nextRows } from "../../terminal/report.ts";
import { headRows, marked, rail, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { printJson } from "./print-json.ts";

interface Location {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly json: boolean;
}

type Entry = RotationOutcome["rotations"][number];

/** Prints the rotation result, either as JSON or as text that stays in the scrollback. */
export function printRotation(outcome: RotationOutcome, location: Location): void {
  if (location.json) {
    printJson(toDocument(outcome, location));
    return;
  }
  printRows((style) => rotationRows(outcome, location, style));
}

function toDocument(outcome: RotationOutcome, { profile, repository }: Location) {
  const { startedAt, endedAt, by, rotations, recheck } = outcome;
  return {
    repo: repository.full,
    host: profile.host,
    complete: isRotationComplete(outcome),
    by,
    startedAt,
    endedAt,
    credentials: rotations.map(({ credential, evidence }) => ({
      credential,
      secret: secretNameOf(credential),
      fingerprint: evidence.proved?.fingerprint,
      storedAt: evidence.stored?.at,
      validated: evidence.validated,
      revoked: evidence.revoked,
      rechecked: evidence.rechecked,
    })),
    installations: recheck?.apps ?? [],
  };
}

/**
 * Formats the result:
 *
 *  ✔ acme/control uses the new credentials
 *  ✔ CP_FORGE_TOKEN  old credential revoked; rejected since 2026-11-21T09:00:00.000Z
 *      New: SHA256:FvNuAEpc
 *  │
 *  │ Next  Delete the files that the browser downloaded, and show the status:
 *    gatehouse status --repo acme/control
 */
export function rotationRows(
  outcome: RotationOutcome,
  location: Pick<Location, "profile" | "repository">,
  style: RenderOptions,
): Row[] {
  const { repository } = location;
  const prefix = rail(style, "quiet");
  const isComplete = isRotationComplete(outcome);
  const apps = outcome.recheck?.apps ?? [];
  const rows: TableRow[] = [
    ...outcome.rotations.map(entryRow),
    ...apps.map(({ role, isProved, text }) => ({
      state: isProved ? ("done" as const) : ("unknown" as const),
      name: titleOf(role),
      text: text,
    })),
  ];
  const changed = outcome.rotations.map(({ credential }) => `replaced ${secretNameOf(credential)}`);
  return [
    ...headRows(`${repository.full} uses the new credentials`, "", {
      style,
      prefix: marked(style, isComplete ? "done" : "attention", prefix),
    }),
    ...(isComplete ? [] : textRows("Not everything could be verified.", { style, prefix })),
    ...tableRows(rows, { style }),
    prefix.rest,
    ...listRows("Changed", changed, { style, prefix }),
    ...nextRows(
      [
        { text: "Delete the files that the browser downloaded" },
        { text: "Show the status", command: commandLine("status", location) },
      ],
      { style, prefix },
    ),
  ];
}

function entryRow({ credential, evidence }: Entry): TableRow {
  const { proved, validated, revoked } = evidence as RotationEvidence;
  return {
    state: revoked.how === "seen" ? "done" : "reported",
    name: secretNameOf(credential),
    text: `old credential ${describeRevocation(revoked)}`,
    below: [
      `New: ${proved.fingerprint}`,
      ...validated.runs.flatMap(({ what, link }) => [`${what}: succeeded`, link]),
      `Old: ${revoked.fingerprint ?? "unknown fingerprint"}`,
    ],
  };
}

function describeRevocation({ how, by, at }: RotationEvidence["revoked"]): string {
  return how === "seen" ? `revoked; rejected since ${at}` : `reported as revoked by ${by} at ${at}`;
}
