import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option, Place } from "../../src/prompts/prompter.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { Provider, ProviderCredential } from "../../src/compiler/engine/engine.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask">;
type Deps = Pick<EngineDeps, "brand">;
type Way = "token" | "api-key" | "none" | "as-it-is";

interface Step {
  readonly before: Provider["credential"];
  readonly place: Place;
}

/** By what a provider knows the engine; undefined where it asks for nothing. */
export async function chooseCredential(
  context: Asking,
  deps: Deps,
  { before, place }: Step,
): Promise<ProviderCredential | undefined> {
  const variable = variableOf(before);
  const isOther = before !== undefined && before.kind !== "token" && variable === undefined;
  const other: readonly Option<Way>[] = isOther
    ? [{ value: "as-it-is", label: "As it stands", hint: describeOther(before) }]
    : [];
  const way = await context.ask.choose<Way>({
    id: "provider-credential",
    name: "Credential",
    title: "By what does it know the engine?",
    place,
    options: [
      {
        value: "token",
        label: "A token for each run",
        hint: "fetched through a service connection",
      },
      { value: "api-key", label: "A key", hint: "in a secret variable of the pipeline" },
      ...other,
      { value: "none", label: "Nothing", hint: "a provider that asks for no credential" },
    ],
    initial: isOther ? "as-it-is" : initialOf(before),
    why: "A sidecar of the firewall keeps the credential, and adds it to what goes to the provider. The engine has a placeholder.",
  });
  if (way === "none") return undefined;
  if (way === "as-it-is") return before;
  return way === "token"
    ? chooseConnection(context, deps, before)
    : chooseKeyVariable(context, deps, variable);
}

function initialOf(before: Provider["credential"]): Way {
  if (!before) return "token";
  return before.kind === "token" ? "token" : "api-key";
}

/** A key that stands there is warned of with the changes; here it is only said that it is one. */
function describeOther(before: ProviderCredential): string {
  return before.kind === "api-key"
    ? "a key, which all readers of the file read"
    : "a text of its own";
}

/** The name in `$(NAME)`, where that is all. */
function variableOf(credential: Provider["credential"]): string | undefined {
  if (credential?.kind !== "api-key-variable") return undefined;
  return /^\$\(([^()\s]+)\)$/.exec(credential.text)?.[1];
}

async function chooseConnection(
  { ask }: Asking,
  { brand }: Deps,
  before: Provider["credential"],
): Promise<ProviderCredential> {
  const stood = before?.kind === "token" ? before : undefined;
  const judge = (name: string, text: string) =>
    validateAnswer(brand.name, ["engine", "provider", "token", name], text);
  const serviceConnection = await ask.text({
    id: "provider-connection",
    name: "Connection",
    title: "Which service connection?",
    initial: stood?.serviceConnection ?? "",
    placeholder: "models",
    body: ["One of the project's, to the cloud that the provider is in."],
    check: (text) => judge("service-connection", text),
  });
  const resource = await ask.text({
    id: "provider-resource",
    name: "Audience",
    title: "Audience of the token, or nothing:",
    initial: stood?.resource ?? "",
    placeholder: "https://service.example.com",
    body: ["Nothing means the cloud's service for models."],
    check: (text) => (text === "" ? undefined : judge("resource", text)),
  });
  return { kind: "token", serviceConnection, ...(resource !== "" && { resource }) };
}

async function chooseKeyVariable(
  { ask }: Asking,
  { brand }: Deps,
  before: string | undefined,
): Promise<ProviderCredential> {
  const name = await ask.text({
    id: "provider-key-variable",
    name: "Key's variable",
    title: "Variable that holds the key:",
    initial: before ?? "MODEL_KEY",
    body: ["Its name. The key itself is asked for at the end."],
    check: (text) => validateVariable(brand, text),
  });
  return { kind: "api-key-variable", text: `$(${name})` };
}

/** The compiler takes any text with a variable in it; one that is asked for by its name is that and no more. */
function validateVariable(brand: Deps["brand"], name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) || name.length > 200) {
    return "That is no name of a variable: letters, digits and . _ -.";
  }
  return validateAnswer(brand.name, ["engine", "provider", "api-key"], `$(${name})`);
}
