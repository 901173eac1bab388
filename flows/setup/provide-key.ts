import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { KnownApp, MadeApp } from "../../src/plane/setup/credential-state.ts";
import { isClientId } from "../../src/credentials/apps/client-id.ts";
import { otherRole, titleOf } from "../../src/credentials/apps/app-role.ts";
import { goneStep, madeStep } from "../../src/plane/setup/journal-steps.ts";
import { appSettingsLink, appsPage } from "../../src/forge/web-links.ts";
import type { ControlPlace } from "../shared/control-place.ts";
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

/** Brings a key of an App that exists, after proof that it is that App's. */
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
      "Delete the file when setup has stored the key.",
    ],
    why: "A key proves to the forge that a run is this App. The forge shows it once, and nobody can read back what is stored.",
    proceed: "I have the key",
  });
  const made = await enterAppKey(context, deps, { ...subject, clientId });
  await context.reset(goneStep({ ...deps, role }, clientId));
  // Who brings a key has one to store, whatever an earlier run has stored.
  const key = context.vault.require(made.keyId);
  await context.reset(storedStepOf(deps, { role, app: made, key }));
  const brought = await acceptDifferences(context, deps, { ...subject, made });
  // Nothing was made: until the key is stored, Back leads to where it came from.
  await context.recordValue(madeStep({ ...deps, role }), made);
  return brought;
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
    return { clientId, slug, permissions, events, isBrought: true, keyId };
  });
}

function askClientId(
  { ask, restore }: Pick<FlowContext, "ask" | "restore">,
  { profile, repository }: ControlPlace,
  { role }: Pick<AppSubject, "role">,
): Promise<string> {
  const other = otherRole(role);
  const others = restore(madeStep({ profile, repository, role: other }))?.clientId;
  return ask.text({
    id: `${role}-client-id`,
    name: "Client ID",
    title: `Client ID of the ${titleOf(role)}:`,
    placeholder: "Iv23li…",
    why: "It stands at the top of the App's settings page. It is not secret.",
    check: (text) => {
      if (text === others) return `That is the ${titleOf(other)}: one App cannot be both.`;
      return isClientId(text.trim()) ? undefined : "A client ID is one word, such as Iv23liAbCdEf.";
    },
  });
}
