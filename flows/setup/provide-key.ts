import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { KnownApp, MadeApp } from "../../src/plane/setup/credential-state.ts";
import { isClientId } from "../../src/credentials/apps/client-id.ts";
import { otherRole, titleOf } from "../../src/credentials/apps/app-role.ts";
import { goneStep, madeStep } from "../../src/plane/setup/journal-steps.ts";
import { appSettingsLink, appsPage } from "../../src/forge/web-links.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { acceptDifferences } from "./accept-differences.ts";
import type { AcceptDeps, AppWithKey } from "./accept-differences.ts";
import type { AppSubject } from "./app-subject.ts";
import { enterKey } from "./enter-key.ts";
import { proveKey } from "./prove-key.ts";
import type { ProofDeps } from "./prove-key.ts";
import type { SetUpDeps } from "./set-up-deps.ts";
import { storedStepOf } from "./store-key.ts";

type EnterDeps = ProofDeps & Pick<SetUpDeps, "readKeyFile">;
export type ProvideDeps = AcceptDeps & EnterDeps;

/** Imports a key of an existing App after verifying that the key belongs to that App. */
export async function provideKey(
  context: FlowContext,
  deps: ProvideDeps,
  subject: AppSubject & { app: KnownApp | undefined },
): Promise<AppWithKey> {
  const { role, app, ready } = subject;
  const clientId = app?.clientId ?? (await askClientId(context, deps, subject));
  const slug = app?.slug;
  await context.ask.disclose({
    id: `${role}-new-key`,
    title: `A new key for ${slug ?? clientId}`,
    body: [
      "Open the App's settings page:",
      slug === undefined
        ? appsPage(deps.profile, ready.account)
        : appSettingsLink(deps.profile, ready.account, slug),
      'Under "Private keys", press [ Generate a private key ]. The browser downloads a file.',
      "Delete the file after setup has stored the key.",
    ],
    why: `Runs authenticate as this App with the key. ${deps.profile.brand.title} shows the key only once, and a stored key cannot be read back.`,
    proceed: "I have the key",
  });
  const made = await enterAppKey(context, deps, { ...subject, clientId });
  await context.reset(goneStep({ ...deps, role }, clientId));
  // A provided key must be stored, even if an earlier run already stored a key.
  const key = context.vault.require(made.keyId);
  await context.reset(storedStepOf(deps, { role, app: made, key }));
  const provided = await acceptDifferences(context, deps, { ...subject, made });
  // Nothing was created, so Back works until the key is stored.
  await context.recordValue(madeStep({ ...deps, role }), made);
  return provided;
}

async function enterAppKey(
  context: Pick<FlowContext, "ask" | "vault">,
  deps: EnterDeps,
  subject: AppSubject & { clientId: string },
): Promise<MadeApp> {
  return retryWithOperator(context, { id: `${subject.role}-key-proof` }, async () => {
    const keyId = await enterKey(context, deps, subject.role);
    const key = context.vault.require(keyId);
    const app = await proveKey(context, deps, { ...subject, key });
    const { clientId, slug, permissions, events } = app;
    return { clientId, slug, permissions, events, isProvided: true, keyId };
  });
}

function askClientId(
  { ask, restore }: Pick<FlowContext, "ask" | "restore">,
  { profile, repository }: ControlLocation,
  { role }: Pick<AppSubject, "role">,
): Promise<string> {
  const other = otherRole(role);
  const others = restore(madeStep({ profile, repository, role: other }))?.clientId;
  return ask.text({
    id: `${role}-client-id`,
    name: "Client ID",
    title: `Client ID of the ${titleOf(role)}:`,
    placeholder: "Iv23li…",
    why: "The client ID is at the top of the App's settings page and is not secret.",
    check: (text) => {
      if (text === others)
        return `This is the client ID of the ${titleOf(other)}. The two Apps must differ.`;
      return isClientId(text.trim()) ? undefined : "Not a valid client ID. Example: Iv23liAbCdEf.";
    },
  });
}
