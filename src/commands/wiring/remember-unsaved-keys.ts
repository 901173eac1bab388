import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import type { Journal } from "../../asking/journal.ts";
import { Back } from "../../asking/prompter.ts";
import type { Prompter } from "../../asking/prompter.ts";
import { commandLine } from "../../setup/command-line.ts";
import { titleOf } from "../../setup/describe.ts";
import { heldStep } from "../../setup/journal-steps.ts";
import { holdAccount } from "../../setup/unsaved-keys.ts";
import type { HeldKey, UnsavedKey } from "../../setup/unsaved-keys.ts";
import { Incomplete, UserError } from "../../shared/errors.ts";

/** The same effects, watched: which keys were made by the forge and are stored nowhere yet. */
export interface UnsavedKeys {
  readonly deps: SetUpDeps;
  /**
   * Called when the flow ends early: offers the keychain for each key that would be lost.
   * @throws Incomplete when a key is lost, saying how the App gets a new one
   */
  offerToHold(prompter: Prompter, journal: Journal): Promise<void>;
}

export function rememberUnsavedKeys(deps: SetUpDeps): UnsavedKeys {
  const unsaved = new Map<string, UnsavedKey>();
  return {
    deps: {
      ...deps,
      convertCode: async (code, options) => {
        const made = await deps.convertCode(code, options);
        const { clientId, slug, owner } = made.app;
        // An App of somebody else's is refused by the flow; its key is not for keeping.
        const isOurs = owner.toLowerCase() === deps.repository.owner.toLowerCase();
        const { role } = options;
        if (isOurs) unsaved.set(clientId, { role, app: { clientId, slug }, key: made.key });
        return made;
      },
      storeCredential: async (credential, signal) => {
        await deps.storeCredential(credential, signal);
        unsaved.delete(credential.clientId);
      },
    },
    offerToHold: async (prompter, journal) => {
      for (const key of unsaved.values()) {
        // The flow may have had it held already.
        if (journal.step(heldStep({ ...deps, role: key.role })) === undefined)
          await offer(prompter, { deps, journal, key });
      }
    },
  };
}

interface Offer {
  readonly deps: SetUpDeps;
  readonly journal: Journal;
  readonly key: UnsavedKey;
}

async function offer(prompter: Prompter, { deps, journal, key }: Offer): Promise<void> {
  const { role, app } = key;
  const isWanted = await askToHold(prompter, key);
  if (!isWanted) throw lost(deps, key);
  const account = holdAccount(deps, key);
  try {
    await deps.keychain.hold(account, key.key);
  } catch (error) {
    if (error instanceof UserError) throw lost(deps, key, error);
    throw error;
  }
  await journal.finishStep(heldStep({ ...deps, role }), { account, app } satisfies HeldKey);
}

/** A second Ctrl-C, or nobody to answer, is a no: the keychain is used on an explicit yes only. */
async function askToHold(prompter: Prompter, { role, app }: UnsavedKey): Promise<boolean> {
  const question = {
    id: `${role}-hold-on-stop`,
    title: "Hold the key in this machine's keychain until the next run?",
    body: [
      `The App ${app.slug ?? app.clientId} was made, and its key is in memory only. Without holding it, the key is lost, and the ${titleOf(role)} needs a new one from its settings page.`,
    ],
    yes: "Yes, hold it",
    no: "No, let it go",
  };
  try {
    return await prompter.confirm(question, { canGoBack: false });
  } catch (error) {
    if (error instanceof UserError || error instanceof Back) return false;
    throw error;
  }
}

function lost(deps: SetUpDeps, { app, role }: UnsavedKey, cause?: UserError): Incomplete {
  const because = cause ? ` ${cause.message}` : "";
  return new Incomplete(
    `The App ${app.slug ?? app.clientId} exists, but its credential is not stored whole, and its key is gone.${because}`,
    [
      {
        say: `Continue, and choose "Bring a new key for the same App" for the ${titleOf(role)}`,
        command: commandLine("setup", deps),
      },
    ],
  );
}
