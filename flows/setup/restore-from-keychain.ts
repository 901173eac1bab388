import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { KnownApp } from "../../src/plane/setup/credential-state.ts";
import { keychainStep } from "../../src/plane/setup/journal-steps.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { acceptDifferences } from "./accept-differences.ts";
import type { AcceptDeps, AppWithKey } from "./accept-differences.ts";
import { deleteKeychainCopy } from "./delete-keychain-copy.ts";
import { proveKey } from "./prove-key.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type KeychainDeps = ControlLocation & Pick<SetUpDeps, "keychain">;
export type KeychainCopyDeps = KeychainDeps & AcceptDeps;

/**
 * Restores the key that an earlier run left in the operating system's keychain, and verifies it
 * like any other provided key.
 */
export function restoreFromKeychain(
  context: Pick<FlowContext, "ask" | "vault" | "restore" | "reset">,
  deps: KeychainCopyDeps,
  subject: AppSubject,
): Promise<AppWithKey | undefined> {
  const { role } = subject;
  return retryWithOperator(
    context,
    {
      id: `${role}-keychain-copy`,
      otherWays: [
        {
          value: "let-go",
          label: "Delete the keychain copy",
          hint: "the App then needs a new key",
        },
      ],
      perform: () => deleteKeychainCopy(context, deps, role),
    },
    async () => {
      const held = await findKeychainKey(context, deps, role);
      if (!held) return undefined;
      const { key, app } = held;
      const proved = await proveKey(context, deps, { ...subject, clientId: app.clientId, key });
      const made = { ...proved, isProvided: true, keyId: context.vault.keep(key) };
      return acceptDifferences(context, deps, { ...subject, made });
    },
  );
}

async function findKeychainKey(
  { ask, restore }: Pick<FlowContext, "ask" | "restore">,
  deps: KeychainDeps,
  role: AppRole,
): Promise<{ app: KnownApp; key: Secret } | undefined> {
  const held = restore(keychainStep({ ...deps, role }));
  if (!held) return undefined;
  const key = await ask.progress(
    { id: `${role}-keychain-copy`, title: "Reading the key from the keychain" },
    () => deps.keychain.find(held.account),
  );
  if (key) return { app: held.app, key };
  await ask.note({
    id: `${role}-keychain-deleted`,
    title: `Could not read the ${titleOf(role)}'s key from the keychain.`,
    body: [
      "The keychain may be locked, or the key may have been deleted from it. If the key was deleted, the App needs a new key.",
    ],
  });
  return undefined;
}
