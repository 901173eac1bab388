import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { Provider } from "../../src/compiler/engine/engine.ts";
import { countQuestions, type Places } from "../shared/count-questions.ts";
import { chooseCredential } from "./choose-credential.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask">;
type Deps = Pick<EngineDeps, "brand">;

const wireApis = ["completions", "responses"] as const;

/** Where the models are, how they are spoken to, and by what they know the engine. */
export async function chooseProvider(
  context: Asking,
  deps: Deps,
  before: Provider | undefined,
): Promise<Provider> {
  const { ask } = context;
  const places = countQuestions(4);
  const baseUrl = await ask.text({
    id: "provider-url",
    name: "Provider",
    title: "The provider's address:",
    place: places.next(),
    initial: before?.baseUrl ?? "",
    placeholder: "https://models.example.com/v1",
    body: ["Its host is let through the firewall."],
    check: (text) => validateAnswer(deps.brand.name, ["engine", "provider", "base-url"], text),
  });
  const type = await chooseType(context, deps, { before, places });
  const wireApi = await chooseWireApi(context, { before, places });
  const credential = await chooseCredential(context, deps, {
    before: before?.credential,
    place: places.next(),
  });
  return {
    baseUrl,
    ...(type !== undefined && { type }),
    ...(wireApi !== undefined && { wireApi }),
    ...(credential && { credential }),
  };
}

interface Step {
  readonly before: Provider | undefined;
  readonly places: Places;
}

/** What is not written means openai; who takes that leaves the definition as it is. */
async function chooseType(
  { ask }: Asking,
  { brand }: Deps,
  { before, places }: Step,
): Promise<string | undefined> {
  const { cloudType } = brand.engine;
  const type = await ask.choose({
    id: "provider-type",
    name: "Format",
    title: "Which format does it speak?",
    place: places.next(),
    options: [
      { value: "openai", label: "openai", hint: "what most providers speak" },
      { value: cloudType, label: cloudType, hint: "a provider of the cloud's" },
      { value: "anthropic", label: "anthropic" },
    ],
    initial: before?.type ?? "openai",
  });
  return type === (before?.type ?? "openai") ? before?.type : type;
}

async function chooseWireApi(
  { ask }: Asking,
  { before, places }: Step,
): Promise<string | undefined> {
  const wireApi = await ask.choose<(typeof wireApis)[number]>({
    id: "provider-wire-api",
    name: "API",
    title: "Which of its APIs?",
    place: places.next(),
    options: [
      { value: "completions", label: "completions", hint: "the usual one" },
      { value: "responses", label: "responses" },
    ],
    initial: wireApis.find((one) => one === before?.wireApi) ?? "completions",
  });
  return wireApi === (before?.wireApi ?? "completions") ? before?.wireApi : wireApi;
}
