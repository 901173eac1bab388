import type { SetUpDeps } from "./set-up-deps.ts";
import type { Journal } from "../../src/prompts/journal.ts";
import { restoreFrom } from "../../src/prompts/restore-from.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { keychainStep } from "../../src/plane/setup/journal-steps.ts";
import type { UnsavedKey } from "../../src/plane/setup/unsaved-keys.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";
import type { Incomplete } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { keyLost, keyNeverCame } from "./key-lost.ts";
import { offerKeychain } from "./offer-keychain.ts";
import type { OfferDeps } from "./offer-keychain.ts";
import { storeWithoutJournal } from "./store-without-journal.ts";

/** Effects that create or store keys. */
type Watched = OfferDeps & Pick<SetUpDeps, "convertCode" | "storeCredential">;

/** The same effects, which also track keys that were created but are not stored yet. */
export interface UnsavedKeys<Deps> {
  readonly deps: Deps;
  /** Returns a journal that lets the flow store these keys even if writing to the journal fails. */
  storeWithout(journal: Journal, prompter: Prompter): Journal;
  /**
   * Called when the flow ends early: waits for a key that GitHub is returning, and offers the
   * keychain for each key that would be lost.
   * @returns one error for each lost key, explaining how the App gets a new one
   */
  offerKeychain(prompter: Prompter, journal: Journal): Promise<Incomplete[]>;
  /** Returns one error for each key that would be lost if the process exited now. */
  lostNow(journal: Journal): Incomplete[];
}

export function trackUnsavedKeys<Deps extends Watched>(deps: Deps): UnsavedKeys<Deps> {
  const unsaved = new Map<string, UnsavedKey>();
  const underWay = new Map<AppRole, Promise<unknown>>();
  const convert: SetUpDeps["convertCode"] = async (code, options) => {
    const made = await deps.convertCode(code, options);
    const { clientId, slug, owner } = made.app;
    // The flow rejects another owner's App, so its key is not kept.
    const isOurs = owner.toLowerCase() === deps.repository.owner.toLowerCase();
    const { role } = options;
    if (isOurs) unsaved.set(clientId, { role, app: { clientId, slug }, key: made.key });
    return made;
  };
  // The flow may have put the key in the keychain, but a later run finds it only if the journal is
  // saved.
  const listLosable = (journal: Journal) =>
    [...unsaved.values()].filter(({ role, app }) => {
      const held = restoreFrom(journal)(keychainStep({ ...deps, role }));
      return held?.app.clientId !== app.clientId || !journal.isSaved();
    });
  return {
    deps: {
      ...deps,
      convertCode: (code, options) => {
        const { role } = options;
        const taking = convert(code, options).finally(() => underWay.delete(role));
        underWay.set(role, taking);
        return taking;
      },
      storeCredential: async (credential, signal) => {
        const note = (store: NonNullable<UnsavedKey["store"]>) => {
          const key = unsaved.get(credential.clientId);
          if (key) unsaved.set(credential.clientId, { ...key, store });
        };
        note("under way");
        try {
          await deps.storeCredential(credential, signal);
          unsaved.delete(credential.clientId);
        } catch (error) {
          note("failed");
          throw error;
        }
      },
    },
    storeWithout: (journal, prompter) =>
      storeWithoutJournal(journal, {
        location: deps,
        prompter,
        hasUnsavedKeys: () => unsaved.size > 0,
      }),
    offerKeychain: async (prompter, journal) => {
      const lost: (Incomplete | undefined)[] = [];
      for (const [role, taking] of underWay) {
        lost.push(await awaitKey(prompter, { deps, role, taking }));
      }
      await journal.save().catch(passUnwritten);
      for (const key of listLosable(journal)) {
        const gone = await offerKeychain(prompter, { deps, journal, key });
        // A store operation that was abandoned may have finished since then.
        if (unsaved.has(key.app.clientId)) lost.push(gone);
      }
      return lost.filter((one) => one !== undefined);
    },
    lostNow: (journal) => [
      ...[...underWay.keys()].map((role) => keyNeverCame(deps, role)),
      ...listLosable(journal).map((key) => keyLost(deps, key)),
    ],
  };
}

/**
 * Ignores a failed write to the journal. A key that only the unsaved journal refers to is offered
 * again.
 */
function passUnwritten(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}

interface Taking {
  readonly deps: ControlLocation;
  readonly role: AppRole;
  readonly taking: Promise<unknown>;
}

/**
 * Waits for a key that GitHub is returning, even after the operator stopped setup. Another Ctrl-C
 * gives up on the key.
 */
async function awaitKey(
  prompter: Prompter,
  { deps, role, taking }: Taking,
): Promise<Incomplete | undefined> {
  const title = `Waiting for the ${titleOf(role)}'s key before stopping`;
  try {
    await prompter.progress({ id: `${role}-conversion-rest`, title }, () => taking);
    return undefined;
  } catch (error) {
    if (error instanceof Cancelled) return keyNeverCame(deps, role);
    if (error instanceof UserError) return keyNeverCame(deps, role, error);
    throw error;
  }
}
