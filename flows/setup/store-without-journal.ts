import type { Journal } from "../../src/prompts/journal.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { keychainStep } from "../../src/plane/setup/journal-steps.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { ControlLocation } from "../shared/control-location.ts";

interface Storing {
  readonly location: ControlLocation;
  readonly prompter: Pick<Prompter, "note">;
  /** Whether there is a new App key that is not stored yet. */
  readonly hasUnsavedKeys: () => boolean;
}

/**
 * Returns a journal whose failed writes do not stop the flow while a key is unsaved, because GitHub
 * returns a key only once. Entries for keys in the keychain can still fail, because a later run
 * cannot find those keys on GitHub.
 */
export function storeWithoutJournal(
  journal: Journal,
  { location, prompter, hasUnsavedKeys }: Storing,
): Journal {
  const held = new Set(appRoles.map((role) => keychainStep({ ...location, role }).id));
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
        title: "Could not write the journal. Setup continues.",
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
