import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import { storedSecretStep } from "../../src/compiler/choice/definition-steps.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { retryOrSkip } from "../shared/retry-with-operator.ts";
import { importKey } from "../shared/import-key.ts";
import { dividePlaces } from "../../src/compiler/service/divide-secrets.ts";
import type { FoundLocation, FoundVariables } from "../../src/compiler/service/find-variables.ts";
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

/** Stores a secret variable in Azure Pipelines after the operator has consented. */
export async function storeSecret(
  context: Asking,
  deps: Deps,
  { agent, secret, found }: SecretToStore,
): Promise<"stored" | "there" | "later"> {
  const { ask } = context;
  const { having, lacking } = dividePlaces(found, secret.name);
  const [replaced, locations] = [namePlaces(having), namePlaces(found.locations)];
  if ((await askWhen(context, { secret, replaced, lacking: namePlaces(lacking) })) === "later")
    return lacking.length === 0 ? "there" : "later";
  const phrase = consentPhrase(secret, agent);
  await ask.text({
    id: `${ids[secret.content]}-consent`,
    title: "To consent, type this phrase:",
    weight: "read first",
    facts: secretTerms(secret, { agent, locations, replaced }),
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
  label: "Store it later",
  hint: "the files are already written",
} as const;

function namePlaces(locations: readonly FoundLocation[]): string {
  return locations.map(({ name }) => `pipeline ${name}`).join(", ");
}

interface When {
  readonly secret: NeededSecret;
  /**
   * Names of the pipelines that already have a value for the variable, which gatehouse cannot read.
   * `lacking` contains the names of the other pipelines.
   */
  readonly replaced: string;
  readonly lacking: string;
}

function askWhen(
  { ask }: Pick<Asking, "ask">,
  { secret: { name, content, purpose }, replaced, lacking }: When,
): Promise<"later" | "now"> {
  const isThere = lacking === "";
  const isHalf = !isThere && replaced !== "";
  return ask.choose<"later" | "now">({
    id: `${ids[content]}-when`,
    name,
    title: isThere ? "Replace the stored value?" : "Store the secret for the pipeline?",
    facts: [
      { name: "Variable", text: `${name} (${content})` },
      { name: "For", text: purpose },
      ...(isHalf ? [{ name: "Now", text: `set in ${replaced}, missing in ${lacking}` }] : []),
    ],
    options: [
      isThere
        ? {
            value: "later",
            label: "Keep the stored value",
            hint: "gatehouse cannot check the stored value",
          }
        : {
            value: "later",
            label: "Store it later",
            hint: "the command is printed at the end",
          },
      {
        value: "now",
        label: "Store it now",
        hint: replaced === "" ? "the input is hidden" : `replaces the value in ${replaced}`,
      },
    ],
    initial: "later",
    why: "Azure Pipelines stores secret variables and passes them to runs. Their values cannot be read back.",
  });
}

/**
 * Asks for the value. An App key must belong to the App, or the operator must accept it unverified.
 */
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
  { name, content }: NeededSecret,
): Promise<Secret> {
  const { ask, vault } = context;
  const id = ids[content];
  if (content !== "App key") {
    const taken = await ask.secret({
      id,
      title: `Value of ${name}:`,
      shape: "line",
      check: (given) => (given.isEmpty ? "Enter a value." : undefined),
    });
    return vault.require(taken);
  }
  const pasteOption = "Paste it here";
  const from = await ask.choose<"file" | "paste">({
    id: `${id}-from`,
    name: "Key",
    title: "Where is the App's private key?",
    options: [
      {
        value: "file",
        label: "A file on this machine",
        hint: "the .pem file that the browser downloaded",
      },
      { value: "paste", label: pasteOption, hint: "the input is hidden" },
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
        { text: "Generate a key on the App's page and use the file that the browser downloads" },
      ],
    },
  );
  return key;
}

/** Stores the value in each pipeline that uses the file. A failure can be retried or skipped. */
async function storeEverywhere(
  context: Asking,
  { secrets, definitionFile }: Deps,
  { secret, found, value }: Pick<SecretToStore, "secret" | "found"> & { readonly value: Secret },
): Promise<"stored" | "later"> {
  const { ask, step, reset, read } = context;
  const { name } = secret;
  const key = storedSecretStep(definitionFile, name);
  // The operator has entered a value, so the value is stored even if an earlier run stored one.
  await read(`unstored ${key.id}`, async () => {
    await reset(key);
    return true;
  });
  const isStored = await retryOrSkip(context, { id: "secret-store", instead: forLater }, () =>
    step(key, () =>
      ask.progress(
        { id: "secret-store", title: `Storing ${name}`, mustEnd: true },
        async (_report, signal) => {
          for (const location of found.locations)
            await secrets.store(location, { name, value, signal });
          return true as const;
        },
      ),
    ),
  );
  return isStored ? "stored" : "later";
}
