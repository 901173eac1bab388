import type { Journal } from "../../src/prompts/journal.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { keychainStep } from "../../src/plane/setup/journal-steps.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { ControlPlace } from "../shared/control-place.ts";

interface Storing {
  readonly place: ControlPlace;
  readonly prompter: Pick<Prompter, "note">;
  /** Whether the forge made a key that is not stored yet. */
  readonly hasUnsavedKeys: () => boolean;
}

/**
 * Returns the journal, whose failed writes stop nothing while there is an unsaved key: the forge gives a key out once,
 * and a later run finds on the forge what the journal lacks. Only where a key is held is in the journal alone.
 */
export function storeWithoutJournal(
  journal: Journal,
  { place, prompter, hasUnsavedKeys }: Storing,
): Journal {
  const held = new Set(appRoles.map((role) => keychainStep({ ...place, role }).id));
  let isReported = false;
  const passUnwritten = async (writing: Promise<void>): Promise<void> => {
    try {
      await writing;
    } catch (error) {
      if (!hasUnsavedKeys()) throw error;
      if (isReported) return;
      isReported = true;
      await prompter.note({
        id: "journal-unwritten",
        title: "Could not write the journal. Setup continues to store the key without it",
        body: [error instanceof Error ? error.message : String(error)],
      });
    }
  };
  return {
    ...journal,
    setAnswers: (answers) => passUnwritten(journal.setAnswers(answers)),
    finishStep: (id, result) => {
      const writing = journal.finishStep(id, result);
      return held.has(id) ? writing : passUnwritten(writing);
    },
    forgetStep: (id) => passUnwritten(journal.forgetStep(id)),
    save: () => passUnwritten(journal.save()),
  };
}
