import { isRotationComplete } from "../../control/rotation/journal-results.ts";
import type { RotationOutcome } from "../../control/rotation/journal-results.ts";
import type { RotationEvidence } from "../../control/rotation/rotation.ts";
import { secretNameOf } from "../../credentials/credential.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { commandLine } from "../../control/command-line.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import { marks } from "../../shared/marks.ts";
import { printText, printableLine } from "../../shared/print-text.ts";

interface Place {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly json: boolean;
}

type Entry = RotationOutcome["rotations"][number];

/** Prints what a rotation ended with: for a person as plain text that stays in the scrollback, or as JSON. */
export function printRotation(outcome: RotationOutcome, place: Place): void {
  if (place.json) {
    process.stdout.write(`${JSON.stringify(toDocument(outcome, place), null, 2)}\n`);
    return;
  }
  printText(`${describeRotation(outcome, place).map(printableLine).join("\n")}\n`);
}

function toDocument(outcome: RotationOutcome, { profile, repository }: Place) {
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

/** The outcome for a person, a line each. */
export function describeRotation(
  outcome: RotationOutcome,
  place: Pick<Place, "profile" | "repository">,
): string[] {
  const { repository } = place;
  const apps = outcome.recheck?.apps ?? [];
  const verdict = isRotationComplete(outcome)
    ? `${repository.full} runs on what is new.`
    : `${repository.full} runs on what is new, but not everything could be proved.`;
  return [
    ...outcome.rotations.flatMap(describeEntry),
    ...apps.map(
      ({ role, isProved, say }) =>
        `${isProved ? marks.done : marks.unknown} ${titleOf(role)}  ${say}`,
    ),
    "",
    verdict,
    "Delete the files that the browser downloaded. Next:",
    `  ${commandLine("status", place)}`,
  ];
}

function describeEntry({ credential, evidence }: Entry): string[] {
  const { proved, validated, revoked } = evidence as RotationEvidence;
  return [
    `${revoked.how === "seen" ? marks.done : marks.told} ${secretNameOf(credential)}`,
    `    new: ${proved.fingerprint}`,
    ...validated.runs.map(({ what, link }) => `    ${what}: succeeded, ${link}`),
    `    old: ${revoked.fingerprint ?? "unknown fingerprint"}, ${describeRevocation(revoked)}`,
  ];
}

function describeRevocation({ how, by, at }: RotationEvidence["revoked"]): string {
  return how === "seen"
    ? `revoked; the forge refuses it since ${at}`
    : `revoked by ${by}'s word of ${at}`;
}
