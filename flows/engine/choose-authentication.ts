import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import { modeOf, type AuthenticationMode } from "../../src/compiler/choice/engine-choice.ts";
import type { AppToken, Engine, Provider } from "../../src/compiler/engine/engine.ts";
import { appTerms, providerTerms, tokenTerms } from "./authentication-terms.ts";
import { chooseApp } from "./choose-app.ts";
import { chooseProvider } from "./choose-provider.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Asking = Pick<FlowContext, "ask">;
type Deps = Pick<EngineDeps, "brand">;

/** By what the engine proves who it is, to the forge and to its models. */
export interface Authentication {
  readonly appToken?: AppToken;
  readonly provider?: Provider;
}

/** Asks for a mode, says what it means, and asks for what belongs to it. */
export async function chooseAuthentication(
  context: Asking,
  deps: Deps,
  before: Engine,
): Promise<Authentication> {
  const { brand } = deps;
  const mode = await context.ask.choose<AuthenticationMode>({
    id: "authentication",
    name: "Authentication",
    title: "What does the engine prove itself by?",
    options: [
      { value: "token", label: "A person's token", hint: `secret variable ${brand.workflowToken}` },
      { value: "app", label: "An App", hint: "each run mints a token, and revokes it" },
      { value: "provider", label: "A provider of your own", hint: "models from elsewhere" },
    ],
    initial: modeOf({ engine: before }),
    why: "The token is what the engine may do on the forge, and what its models there know it by. Models of your own need another credential, which goes to them alone.",
  });
  if (mode === "token") {
    await disclose(context, "token-terms", tokenTerms(brand));
    return {};
  }
  if (mode === "app") return { appToken: await acceptApp(context, deps, before.appToken) };
  const provider = await chooseProvider(context, deps, before.provider);
  await disclose(context, "provider-terms", providerTerms(brand, provider));
  const onForge = await chooseForge(context, deps, { before, provider });
  if (onForge === "app") {
    return { provider, appToken: await acceptApp(context, deps, before.appToken) };
  }
  if (onForge === "token") await disclose(context, "token-terms", tokenTerms(brand));
  return { provider };
}

async function acceptApp(
  context: Asking,
  deps: Deps,
  before: AppToken | undefined,
): Promise<AppToken> {
  await disclose(context, "app-terms", appTerms(deps.brand, before));
  return chooseApp(context, deps, before);
}

/** With a credential of the provider's the engine needs nothing of the forge's; it may have an App's token all the same. */
async function chooseForge(
  { ask }: Asking,
  { brand }: Deps,
  { before, provider }: { readonly before: Engine; readonly provider: Provider },
): Promise<"token" | "none" | "app"> {
  const alone = provider.credential
    ? ({ value: "none", label: "Nothing", hint: "it reaches nothing of the forge" } as const)
    : ({ value: "token", label: "A person's token", hint: brand.workflowToken } as const);
  return ask.choose<"token" | "none" | "app">({
    id: "provider-forge",
    name: "On the forge",
    title: "And on the forge?",
    options: [
      alone,
      { value: "app", label: "An App", hint: "each run mints a token, and revokes it" },
    ],
    initial: before.appToken ? "app" : alone.value,
  });
}

async function disclose({ ask }: Asking, id: string, facts: readonly Fact[]): Promise<void> {
  await ask.disclose({
    id,
    title: titles[id] ?? "What it means",
    weight: "read first",
    facts,
    body: [],
    proceed: "I have read this",
  });
}

const titles: Readonly<Record<string, string>> = {
  "token-terms": "A person's token: what it means",
  "app-terms": "An App: what it means",
  "provider-terms": "A provider of your own: what it means",
};
