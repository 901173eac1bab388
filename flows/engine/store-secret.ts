import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import { storedSecretStep } from "../../src/compiler/choice/definition-steps.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";
import { retryOrSkip } from "../shared/retry-with-operator.ts";
import { importKey } from "../shared/import-key.ts";
import { dividePlaces } from "../../src/compiler/service/divide-places.ts";
import type { FoundPlace, FoundVariables } from "../../src/compiler/service/find-variables.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { verifyKey } from "./verify-key.ts";
import { checkConsent, consentPhrase, secretTerms } from "./secret-terms.ts";

type Asking = Pick<FlowContext, "ask" | "vault" | "step" | "reset" | "read">;
type Deps = Pick<EngineDeps, "secrets" | "definitionFile" | "readKeyFile" | "verifyAppKey">;

export interface SecretToStore {
  readonly agent: string;
  readonly secret: NeededSecret;
  readonly found: FoundVariables;
}

const ids = {
  "forge token": "forge-token",
  "App key": "app-key",
  "provider key": "provider-key",
} as const;

/** Stores a secret variable with the service, once somebody has agreed to what that means. */
export async function storeSecret(
  context: Asking,
  deps: Deps,
  { agent, secret, found }: SecretToStore,
): Promise<"stored" | "there" | "later"> {
  const { ask } = context;
  const { having, lacking } = dividePlaces(found, secret.name);
  const [replaced, places] = [namePlaces(having), namePlaces(found.places)];
  if ((await askWhen(context, { secret, replaced, lacking: namePlaces(lacking) })) === "later")
    return lacking.length === 0 ? "there" : "later";
  const phrase = consentPhrase(secret, agent);
  await ask.text({
    id: `${ids[secret.holds]}-consent`,
    title: "Type these words to consent:",
    weight: "read first",
    facts: secretTerms(secret, { agent, places, replaced }),
    check: (typed) => checkConsent(typed, phrase),
  });
  const value = await retryOrSkip(context, { id: "app-key-proof", instead: forLater }, () =>
    acceptVerified(context, deps, secret),
  );
  if (!value) return "later";
  return storeEverywhere(context, deps, { secret, found, value });
}

const forLater = {
  value: "later",
  label: "Leave it for later",
  hint: "the files are written",
} as const;

function namePlaces(places: readonly FoundPlace[]): string {
  return places.map(({ name }) => `pipeline ${name}`).join(", ");
}

interface When {
  readonly secret: NeededSecret;
  /** The pipelines that have a value under its name, which nobody can read, and those that have none. */
  readonly replaced: string;
  readonly lacking: string;
}

function askWhen(
  { ask }: Pick<Asking, "ask">,
  { secret: { name, holds, purpose }, replaced, lacking }: When,
): Promise<"later" | "now"> {
  const isThere = lacking === "";
  const isHalf = !isThere && replaced !== "";
  return ask.choose<"later" | "now">({
    id: `${ids[holds]}-when`,
    name,
    title: isThere ? "Store another value?" : "Store what the pipeline needs?",
    facts: [
      { name: "Variable", text: `${name}, the ${holds}` },
      { name: "For", text: purpose },
      ...(isHalf
        ? [{ name: "So far", text: `a value is in ${replaced}, none in ${lacking}` }]
        : []),
    ],
    options: [
      isThere
        ? { value: "later", label: "Leave what is there", hint: "nobody can read it" }
        : {
            value: "later",
            label: "Later",
            hint: `${ownCommandLine("secrets", "set")} asks for it`,
          },
      {
        value: "now",
        label: "Yes, now",
        hint: replaced === "" ? "it is not shown" : `replaces what is in ${replaced}`,
      },
    ],
    initial: "later",
    why: "Secret variables are kept by the pipeline service, which hands them to a run. Nobody can read them there.",
  });
}

/** The value; an App's key once it is known to be that App's, or accepted unverified. */
async function acceptVerified(
  context: Pick<Asking, "ask" | "vault">,
  deps: Deps,
  secret: NeededSecret,
): Promise<Secret> {
  const value = await acceptValue(context, deps, secret);
  if (secret.app) await verifyKey(context, deps, { app: secret.app, key: value });
  return value;
}

async function acceptValue(
  context: Pick<Asking, "ask" | "vault">,
  { readKeyFile }: Deps,
  { name, holds }: NeededSecret,
): Promise<Secret> {
  const { ask, vault } = context;
  const id = ids[holds];
  if (holds !== "App key") {
    const taken = await ask.secret({
      id,
      title: `Value of ${name}:`,
      shape: "line",
      check: (given) => (given.isEmpty ? "Nothing was entered." : undefined),
    });
    return vault.require(taken);
  }
  const pasteOption = "I paste it here";
  const from = await ask.choose<"file" | "paste">({
    id: `${id}-from`,
    name: "Key",
    title: "Where is the App's private key?",
    options: [
      { value: "file", label: "In a file here", hint: "the .pem that the browser downloaded" },
      { value: "paste", label: pasteOption, hint: "it is not shown" },
    ],
  });
  const { key } = await importKey(
    context,
    { readKeyFile },
    {
      from,
      id,
      pasteTitle: "The App's private key:",
      pathTitle: "Path of the key file:",
      placeholder: "~/Downloads/my-app.pem",
      pasteOption,
      hints: [
        { say: "Generate a key on the App's page and use the file that the browser downloads" },
      ],
    },
  );
  return key;
}

/** In each pipeline that is made of the file; what one of them refuses can be tried again, or left. */
async function storeEverywhere(
  context: Asking,
  { secrets, definitionFile }: Deps,
  { secret, found, value }: Pick<SecretToStore, "secret" | "found"> & { readonly value: Secret },
): Promise<"stored" | "later"> {
  const { ask, step, reset, read } = context;
  const { name } = secret;
  const key = storedSecretStep(definitionFile, name);
  // Who comes here has a value to store, whatever an earlier run has stored.
  await read(`unstored ${key.id}`, async () => {
    await reset(key);
    return true;
  });
  const isStored = await retryOrSkip(context, { id: "secret-store", instead: forLater }, () =>
    step(key, () =>
      ask.progress(
        { id: "secret-store", title: `Storing ${name}`, mustEnd: true },
        async (_say, signal) => {
          for (const place of found.places) await secrets.store(place, { name, value, signal });
          return true as const;
        },
      ),
    ),
  );
  return isStored ? "stored" : "later";
}
