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
 * Makes a journal ready for a run: a rotation that is under way goes on, with its answers; without one, earlier
 * answers are nobody's. A process that ended just after its last step left a rotation to be closed.
 * @throws InvalidInput when what was begun cannot be read, and is not given up
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

/** What was stored, and what still lives, is known by its steps alone. */
function damaged(place: ControlPlace): InvalidInput {
  return new InvalidInput(
    `The journal of the rotation of ${place.repository.full} is damaged. New credentials may be stored, and old ones may still work.`,
    [
      {
        say: "Give it up, which keeps a record of its steps, and begin another",
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

/** Forgets the steps and answers of a rotation that is over. Its record stays. */
export async function closeRotation(journal: Journal, place: RotationPlace): Promise<void> {
  const ids = stepsOf(journal, place);
  const first = openStep(place).id;
  // The first step goes last: as long as it is there, the rotation is known.
  for (const id of ids.filter((each) => each !== first)) await journal.forgetStep(id);
  if (journal.answers().length > 0) await journal.setAnswers([]);
  if (ids.includes(first)) await journal.forgetStep(first);
}

/** The rotation that is under way. */
export function findOpen(journal: Journal, place: RotationPlace): OpenRotation | undefined {
  return restoreFrom(journal)(openStep(place));
}

/** Whether it is over: brought to its end, or given up. */
function hasRecord(journal: Journal, place: RotationPlace, { startedAt }: OpenRotation): boolean {
  const restore = restoreFrom(journal);
  const end = restore(recordStep(place, startedAt)) ?? restore(abandonedStep(place, startedAt));
  return end !== undefined;
}

function stepsOf(journal: Journal, place: RotationPlace): string[] {
  return [...journal.steps().keys()].filter((id) => isOfOpenRotation(place, id));
}
