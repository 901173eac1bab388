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
import type { RotationPlace } from "../../src/plane/rotate/journal-steps.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { ControlPlace } from "../shared/control-place.ts";

/**
 * Prepares a journal for a run. A rotation in progress continues with its answers; otherwise
 * earlier answers are discarded. A rotation whose process exited right after its last step is
 * closed.
 * @throws InvalidInput if the current rotation cannot be read and is not abandoned
 */
export async function startRotation(
  journal: Journal,
  place: ControlPlace,
  { startOver, now }: { readonly startOver: boolean; readonly now: Date },
): Promise<void> {
  const open = findOpen(journal, place);
  const isUnderWay = journal.step(openStep(place).id) !== undefined;
  if (isUnderWay && !open && !startOver) throw damaged(place);
  const isOver = !isUnderWay || (open && hasRecord(journal, place, open));
  if (!isOver && startOver) await recordAbandoned(journal, place, now);
  if (isOver || startOver) await closeRotation(journal, place);
}

/** Only the rotation's steps show what was stored and what is still valid. */
function damaged(place: ControlPlace): InvalidInput {
  return new InvalidInput(
    `The journal of the rotation of ${place.repository.full} is damaged. New credentials may be stored, and old ones may still work.`,
    [
      {
        say: "Abandon it, which keeps a record of its steps, and start over",
        command: commandLine("rotate", place, ["--start-over"]),
      },
    ],
  );
}

async function recordAbandoned(journal: Journal, place: RotationPlace, now: Date): Promise<void> {
  const open = findOpen(journal, place);
  const left = { abandonedAt: now.toISOString(), steps: stepsOf(journal, place) };
  if (open) await recordIn(journal, abandonedStep(place, open.startedAt), { ...open, ...left });
  else await recordIn(journal, damagedStep(place, left.abandonedAt), left);
}

/** Deletes the steps and answers of a finished rotation. Its record stays. */
export async function closeRotation(journal: Journal, place: RotationPlace): Promise<void> {
  const ids = stepsOf(journal, place);
  const first = openStep(place).id;
  // The first step is deleted last, because it identifies the rotation.
  for (const id of ids.filter((each) => each !== first)) await journal.forgetStep(id);
  if (journal.answers().length > 0) await journal.setAnswers([]);
  if (ids.includes(first)) await journal.forgetStep(first);
}

/** Returns the rotation in progress. */
export function findOpen(journal: Journal, place: RotationPlace): OpenRotation | undefined {
  return restoreFrom(journal)(openStep(place));
}

/** Returns whether the rotation is over: completed or abandoned. */
function hasRecord(journal: Journal, place: RotationPlace, { startedAt }: OpenRotation): boolean {
  const restore = restoreFrom(journal);
  const end = restore(recordStep(place, startedAt)) ?? restore(abandonedStep(place, startedAt));
  return end !== undefined;
}

function stepsOf(journal: Journal, place: RotationPlace): string[] {
  return [...journal.steps().keys()].filter((id) => isOfOpenRotation(place, id));
}
