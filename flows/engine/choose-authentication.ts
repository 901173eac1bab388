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

/** The engine's authentication to GitHub and to its models. */
export interface Authentication {
  readonly appToken?: AppToken;
  readonly provider?: Provider;
}

/** Asks for a mode, shows its consequences, and asks for its details. */
export async function chooseAuthentication(
  context: Asking,
  deps: Deps,
  before: Engine,
): Promise<Authentication> {
  const { brand } = deps;
  const mode = await context.ask.choose<AuthenticationMode>({
    id: "authentication",
    name: "Authentication",
    title: "How should the engine authenticate?",
    options: [
      {
        value: "token",
        label: "Personal access token",
        hint: `secret variable ${brand.workflowToken}`,
      },
      { value: "app", label: "App", hint: "each run mints and revokes a token" },
      {
        value: "provider",
        label: "Your own model provider",
        hint: "uses the provider's credential",
      },
    ],
    initial: modeOf({ engine: before }),
    why: `The token gives the engine access to ${brand.title} and its models. To use your own models, you need a separate credential, which is sent only to their provider.`,
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

/**
 * Asks for the engine's access to GitHub. An engine with a provider credential needs no access, but
 * can still use an App's token.
 */
async function chooseForge(
  { ask }: Asking,
  { brand }: Deps,
  { before, provider }: { readonly before: Engine; readonly provider: Provider },
): Promise<"token" | "none" | "app"> {
  const alone = provider.credential
    ? ({ value: "none", label: "No access", hint: "the engine does not receive a token" } as const)
    : ({ value: "token", label: "Personal access token", hint: brand.workflowToken } as const);
  return ask.choose<"token" | "none" | "app">({
    id: "provider-forge",
    name: "Access",
    title: `What access to ${brand.title} should the engine have?`,
    options: [alone, { value: "app", label: "App", hint: "each run mints and revokes a token" }],
    initial: before.appToken ? "app" : alone.value,
  });
}

async function disclose({ ask }: Asking, id: string, facts: readonly Fact[]): Promise<void> {
  await ask.disclose({
    id,
    title: titles[id] ?? "Before you continue",
    weight: "read first",
    facts,
    body: [],
    proceed: "I have read this",
  });
}

const titles: Readonly<Record<string, string>> = {
  "token-terms": "Before you use a personal access token",
  "app-terms": "Before you use an App",
  "provider-terms": "Before you use your own provider",
};
