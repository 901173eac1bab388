import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { fingerprintKey } from "../../src/credentials/apps/private-key.ts";
import type { KnownApp, MadeApp } from "../../src/plane/setup/credential-state.ts";
import { nameOf } from "../../src/plane/setup/credential-state.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { droppedStep, madeStep } from "../../src/plane/setup/journal-steps.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { AppSubject } from "./app-subject.ts";
import { acceptDifferences } from "./accept-differences.ts";
import type { AppWithKey } from "./accept-differences.ts";
import { findOrReplace } from "./repair-missing.ts";
import type { FoundApp, StoredDeps } from "./repair-missing.ts";
import { deleteKeychainCopy } from "./delete-keychain-copy.ts";
import { makeApp } from "./make-app.ts";
import { repairCredential } from "./repair-credential.ts";
import type { HalfDeps } from "./repair-credential.ts";
import { readCredentialState } from "./read-credential-state.ts";
import type { StateDeps } from "./read-credential-state.ts";
import { storeKey, storeKeyAgain, storedStepOf } from "./store-key.ts";
import type { StoreDeps } from "./store-key.ts";
import { restoreFromKeychain } from "./restore-from-keychain.ts";
import type { KeychainCopyDeps } from "./restore-from-keychain.ts";

/** An App whose client ID and key are both stored. */
export interface AppCredential {
  readonly role: AppRole;
  readonly app: KnownApp;
  /** Defined only in the run that created the App or received its key. */
  readonly key: Secret | undefined;
  /** Whether this run created the App. A new App is not installed yet. */
  readonly isNew: boolean;
  /** Stores the pair again if reading it back failed. */
  readonly storeAgain: () => Promise<void>;
}

type FindDeps = KeychainCopyDeps & StateDeps & HalfDeps & StoredDeps;

/** Ensures that one App exists and that its client ID and key are stored. */
export async function setUpCredential(
  context: FlowContext,
  deps: FindDeps & StoreDeps,
  subject: AppSubject,
): Promise<AppCredential> {
  const { role } = subject;
  const name = titleOf(role);
  // A retry first checks what exists, because the failed attempt may have created an App.
  const found = await retryWithOperator(context, { id: `${role}-registration` }, () =>
    findOrProvide(context, deps, subject),
  );
  if ("provided" in found) return finish(context, deps, { subject, ...found.provided });
  const app = found.stored;
  context.mark({ name, state: "done", summary: `${nameOf(app)} · client ID and key are stored` });
  return { role, app, key: undefined, isNew: false, storeAgain: () => storedElsewhere(name) };
}

async function findOrProvide(
  context: FlowContext,
  deps: FindDeps & StoreDeps,
  subject: AppSubject,
): Promise<FoundApp> {
  const held = await restoreFromKeychain(context, deps, subject);
  if (held) return { provided: held };
  const made = context.restore(madeStep({ ...deps, role: subject.role }));
  if (made && isAtHand(context, deps, { role: subject.role, made })) {
    return { provided: await acceptDifferences(context, deps, { ...subject, made }) };
  }
  const state = await readCredentialState(context, deps, subject.role);
  switch (state.state) {
    case "pair":
      return findOrReplace(context, deps, { ...subject, pair: state });
    case "none":
      return { provided: await makeApp(context, deps, { ...subject, taken: [] }) };
    case "half": {
      const repaired = await repairCredential(context, deps, subject, state);
      // The stored pair is now consistent with the journal.
      return repaired === "stored" ? findOrProvide(context, deps, subject) : { provided: repaired };
    }
  }
}

/**
 * Returns whether the App's key is in memory. Returns false for a provided key that is not stored
 * yet, because the operator can provide it again.
 */
function isAtHand(
  { vault, restore }: Pick<FlowContext, "vault" | "restore">,
  deps: StoreDeps,
  { role, made }: { role: AppRole; made: MadeApp },
): boolean {
  const key = vault.find(made.keyId);
  if (!key) return false;
  return !made.isProvided || restore(storedStepOf(deps, { role, app: made, key })) !== undefined;
}

async function finish(
  context: FlowContext,
  deps: StoreDeps,
  { subject, app, key, isNew }: AppWithKey & { subject: AppSubject },
): Promise<AppCredential> {
  const { role } = subject;
  await storeKey(context, deps, { role, app, key });
  await context.reset(droppedStep({ ...deps, role }, app.clientId));
  await deleteKeychainCopy(context, deps, role);
  const summary = `${nameOf(app)} · key stored ${fingerprintKey(key).slice(0, 15)}…`;
  context.mark({ name: titleOf(role), state: "done", summary });
  const storeAgain = () => storeKeyAgain(context, deps, { role, app, key });
  return { role, app, key, isNew, storeAgain };
}

function storedElsewhere(name: string): Promise<never> {
  return Promise.reject(
    new Cancelled(
      `Another user or run changed the ${name}'s record during this run. Run setup again.`,
    ),
  );
}
