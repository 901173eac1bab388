import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { Provider } from "../../src/compiler/engine/engine.ts";
import { countQuestions, type Places } from "../shared/count-questions.ts";
import { chooseCredential } from "./choose-credential.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask">;
type Deps = Pick<EngineDeps, "brand">;

const wireApis = ["completions", "responses"] as const;

/** Asks for the provider's address, format and credential. */
export async function chooseProvider(
  context: Asking,
  deps: Deps,
  before: Provider | undefined,
): Promise<Provider> {
  const { ask } = context;
  const locations = countQuestions(4);
  const baseUrl = await ask.text({
    id: "provider-url",
    name: "Provider",
    title: "Provider URL:",
    position: locations.next(),
    initial: before?.baseUrl ?? "",
    placeholder: "https://models.example.com/v1",
    body: ["The firewall allows the host of this URL."],
    check: (text) => validateAnswer(deps.brand.name, ["engine", "provider", "base-url"], text),
  });
  const type = await chooseType(context, deps, { before, locations });
  const wireApi = await chooseWireApi(context, { before, locations });
  const credential = await chooseCredential(context, deps, {
    before: before?.credential,
    position: locations.next(),
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
  readonly locations: Places;
}

/**
 * Asks for the format. An absent value means openai, so choosing openai leaves the definition
 * unchanged.
 */
async function chooseType(
  { ask }: Asking,
  { brand }: Deps,
  { before, locations }: Step,
): Promise<string | undefined> {
  const { cloudType } = brand.engine;
  const type = await ask.choose({
    id: "provider-type",
    name: "Format",
    title: "Which format does the provider use?",
    position: locations.next(),
    options: [
      { value: "openai", label: "openai", hint: "used by most providers" },
      { value: cloudType, label: cloudType, hint: "a cloud-hosted provider" },
      { value: "anthropic", label: "anthropic" },
    ],
    initial: before?.type ?? "openai",
  });
  return type === (before?.type ?? "openai") ? before?.type : type;
}

async function chooseWireApi(
  { ask }: Asking,
  { before, locations }: Step,
): Promise<string | undefined> {
  const wireApi = await ask.choose<(typeof wireApis)[number]>({
    id: "provider-wire-api",
    name: "API",
    title: "Which API should the engine use?",
    position: locations.next(),
    options: [
      { value: "completions", label: "completions", hint: "default" },
      { value: "responses", label: "responses" },
    ],
    initial: wireApis.find((one) => one === before?.wireApi) ?? "completions",
  });
  return wireApi === (before?.wireApi ?? "completions") ? before?.wireApi : wireApi;
}
