import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Option, Position } from "../../src/prompts/prompter.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { Provider, ProviderCredential } from "../../src/compiler/engine/engine.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask">;
type Deps = Pick<EngineDeps, "brand">;
type Way = "token" | "api-key" | "none" | "as-it-is";

interface Step {
  readonly before: Provider["credential"];
  readonly position: Position;
}

/**
 * Asks how the engine authenticates to a provider; undefined if the provider requires no
 * credential.
 */
export async function chooseCredential(
  context: Asking,
  deps: Deps,
  { before, position }: Step,
): Promise<ProviderCredential | undefined> {
  const variable = variableOf(before);
  const isOther = before !== undefined && before.kind !== "token" && variable === undefined;
  const other: readonly Option<Way>[] = isOther
    ? [{ value: "as-it-is", label: "Keep the current value", hint: describeOther(before) }]
    : [];
  const way = await context.ask.choose<Way>({
    id: "provider-credential",
    name: "Credential",
    title: "How does the engine authenticate to the provider?",
    position,
    options: [
      {
        value: "token",
        label: "Token for each run",
        hint: "fetched through a service connection",
      },
      { value: "api-key", label: "Static key", hint: "in a secret variable of the pipeline" },
      ...other,
      { value: "none", label: "No credential", hint: "the provider requires none" },
    ],
    initial: isOther ? "as-it-is" : initialOf(before),
    why: "A firewall sidecar stores the credential and adds it to requests to the provider. The engine has only a placeholder.",
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

/**
 * Describes a value that the wizard cannot edit. For a literal key, the list of changes also
 * shows a warning.
 */
function describeOther(before: ProviderCredential): string {
  return before.kind === "api-key"
    ? "a literal key, readable by anyone who can read the file"
    : "a custom value";
}

/** Returns the name in `$(NAME)`; undefined for any other text. */
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
  const validate = (name: string, text: string) =>
    validateAnswer(brand.name, ["engine", "provider", "token", name], text);
  const serviceConnection = await ask.text({
    id: "provider-connection",
    name: "Connection",
    title: "Which service connection provides the token?",
    initial: stood?.serviceConnection ?? "",
    placeholder: "models",
    body: ["A service connection from the project to the provider's cloud."],
    check: (text) => validate("service-connection", text),
  });
  const resource = await ask.text({
    id: "provider-resource",
    name: "Audience",
    title: "Token audience (optional):",
    initial: stood?.resource ?? "",
    placeholder: "https://service.example.com",
    body: ["Leave empty for Azure Cognitive Services."],
    check: (text) => (text === "" ? undefined : validate("resource", text)),
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
    name: "Key variable",
    title: "Variable for the key:",
    initial: before ?? "MODEL_KEY",
    body: ["Enter only the variable's name. The wizard asks for the key itself at the end."],
    check: (text) => validateVariable(brand, text),
  });
  return { kind: "api-key-variable", text: `$(${name})` };
}

/**
 * Validates a variable name. The compiler accepts any text that contains a variable, but this
 * question accepts only a name.
 */
function validateVariable(brand: Deps["brand"], name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) || name.length > 200) {
    return "This is not a valid variable name. Use letters, digits and . _ -.";
  }
  return validateAnswer(brand.name, ["engine", "provider", "api-key"], `$(${name})`);
}
