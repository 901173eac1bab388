import type { Journal } from "../../src/prompts/journal.ts";
import { restoreFrom, recordIn } from "../../src/prompts/restore-from.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import type { OpenRotation } from "../../src/plane/rotate/journal-results.ts";
import {
  abandonedStep,
  damagedStep,
  isOfOpenRotation,
  openStep,
  recordStep,
} from "../../src/plane/rotate/journal-steps.ts";
import type { RotationLocation } from "../../src/plane/rotate/journal-steps.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";

/**
 * Prepares a journal for a run. Continues a rotation in progress with its recorded answers;
 * otherwise, discards earlier answers. Closes a rotation whose process exited directly after the
 * last step.
 * @throws InvalidInput if the current rotation cannot be read, unless the operator abandons the
 *   rotation
 */
export async function startRotation(
  journal: Journal,
  location: ControlLocation,
  { startOver, now }: { readonly startOver: boolean; readonly now: Date },
): Promise<void> {
  const open = findOpen(journal, location);
  const isUnderWay = journal.step(openStep(location).id) !== undefined;
  if (isUnderWay && !open && !startOver) throw damaged(location);
  const isOver = !isUnderWay || (open && hasRecord(journal, location, open));
  if (!isOver && startOver) await recordAbandoned(journal, location, now);
  if (isOver || startOver) await closeRotation(journal, location);
}

/**
 * Returns the error for a damaged journal. Only the rotation's steps show what was stored and what
 * is still valid.
 */
function damaged(location: ControlLocation): InvalidInput {
  return new InvalidInput(
    `The rotation journal of ${location.repository.full} is damaged. New credentials may be stored, and old ones may still work.`,
    [
      {
        text: "Abandon the rotation and start over; the record of its steps is kept",
        command: commandLine("rotate", location, ["--start-over"]),
      },
    ],
  );
}

async function recordAbandoned(
  journal: Journal,
  location: RotationLocation,
  now: Date,
): Promise<void> {
  const open = findOpen(journal, location);
  const left = { abandonedAt: now.toISOString(), steps: stepsOf(journal, location) };
  if (open) await recordIn(journal, abandonedStep(location, open.startedAt), { ...open, ...left });
  else await recordIn(journal, damagedStep(location, left.abandonedAt), left);
}

/** Deletes the steps and answers of a finished rotation. The rotation's record stays. */
export async function closeRotation(journal: Journal, location: RotationLocation): Promise<void> {
  const ids = stepsOf(journal, location);
  const first = openStep(location).id;
  // The first step is deleted last, because it identifies the rotation.
  for (const id of ids.filter((each) => each !== first)) await journal.forgetStep(id);
  if (journal.answers().length > 0) await journal.setAnswers([]);
  if (ids.includes(first)) await journal.forgetStep(first);
}

/** Returns the rotation in progress. */
export function findOpen(journal: Journal, location: RotationLocation): OpenRotation | undefined {
  return restoreFrom(journal)(openStep(location));
}

/** Returns whether the rotation was completed or abandoned. */
function hasRecord(
  journal: Journal,
  location: RotationLocation,
  { startedAt }: OpenRotation,
): boolean {
  const restore = restoreFrom(journal);
  const end =
    restore(recordStep(location, startedAt)) ?? restore(abandonedStep(location, startedAt));
  return end !== undefined;
}

function stepsOf(journal: Journal, location: RotationLocation): string[] {
  return [...journal.steps().keys()].filter((id) => isOfOpenRotation(location, id));
}
