import type { Brand } from "../../forge/brand.ts";
import { hostOfApi } from "../../forge/forge-domains.ts";
import type { Engine, Provider } from "../engine/engine.ts";
import { macrosIn, providerToken } from "../engine/variables.ts";
import { inside } from "./folders.ts";
import type { EnvValue } from "./pipeline.ts";

export type EngineRole = "agent" | "detection";

type Environment = Readonly<Record<string, EnvValue>>;

/** Returns the environment of the step that runs the engine, sorted by name. */
export function engineEnvironment(engine: Engine, brand: Brand, role: EngineRole): Environment {
  const { prefix, readOnly } = brand.engine;
  const telemetry =
    role === "agent"
      ? {
          [`${prefix}_OTEL_ENABLED`]: "true",
          [`${prefix}_OTEL_EXPORTER_TYPE`]: "file",
          [`${prefix}_OTEL_FILE_EXPORTER_PATH`]: inside.telemetryFile,
        }
      : {};
  const all: Environment = {
    ...forgeToken(engine, brand),
    [readOnly]: "1",
    ...telemetry,
    ...hostEnvironment(engine, brand),
    ...Object.fromEntries(engine.env),
    ...(engine.provider && providerEnvironment(engine.provider, brand)),
  };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the variable with the engine's token for the forge. Without an App, the variable is
 * omitted if the provider has its own credential.
 */
function forgeToken({ appToken, provider }: Engine, brand: Brand): Environment {
  const { workflowToken, engine } = brand;
  if (appToken) {
    const why = `the engine's access to ${brand.title}, as App ${appToken.appId} of ${appToken.owner}`;
    return { [workflowToken]: { variable: engine.appToken, origin: "minted", why } };
  }
  if (provider?.credential) return {};
  const why = `the engine's access to ${brand.title} and its models`;
  return { [workflowToken]: { variable: workflowToken, origin: "variable", why } };
}

/** Returns the variables that select the engine's server, for an engine without `--api-target`. */
export function hostEnvironment(
  { apiTarget }: Engine,
  { engine }: Brand,
): Readonly<Record<string, string>> {
  if (apiTarget === undefined) return {};
  const host = hostOfApi(apiTarget.toLowerCase());
  return Object.fromEntries(engine.hostVariables.map((name) => [name, host]));
}

/**
 * Returns the variables that describe the provider to the sidecar, or to the engine if there is no
 * sidecar.
 */
export function providerEnvironment(provider: Provider, brand: Brand): Environment {
  const { baseUrl, type, wireApi, credential } = provider;
  const prefix = brand.providerPrefix;
  const key = `${prefix}_API_KEY`;
  return {
    [`${prefix}_BASE_URL`]: providerAddress(baseUrl),
    ...(type !== undefined && { [`${prefix}_TYPE`]: type }),
    ...(wireApi !== undefined && { [`${prefix}_WIRE_API`]: wireApi }),
    ...(credential && { [key]: providerKey(key, credential) }),
    // Names the credential's kind to the sidecar, because a token needs a different header.
    ...(credential?.kind === "token" && {
      [`${prefix}_BEARER_TOKEN`]: providerKey(key, credential),
    }),
  };
}

function providerAddress(baseUrl: string): EnvValue {
  const macros = macrosIn(baseUrl);
  if (macros.length === 0) return baseUrl;
  const why =
    "part of the provider's address, which the engine also receives if there is no sidecar";
  return { variable: macros.join(", "), text: baseUrl, origin: "variable", why };
}

const keptOutside =
  "only for the sidecar, which sends it to the provider; the engine never receives it";

function providerKey(name: string, credential: NonNullable<Provider["credential"]>): EnvValue {
  switch (credential.kind) {
    case "token":
      return { variable: providerToken, origin: "minted", why: keptOutside };
    case "api-key-variable":
      return {
        variable: macrosIn(credential.text).join(", "),
        text: credential.text,
        origin: "variable",
        why: keptOutside,
      };
    case "api-key":
      return {
        variable: name,
        text: credential.value.reveal(),
        origin: "literal",
        why: keptOutside,
      };
  }
}

/** Lists the variables that are not passed to the sandbox. */
export function excludedVariables(
  { provider }: Engine,
  { providerPrefix }: Brand,
): readonly string[] {
  if (!provider?.credential) return [];
  const own = [`${providerPrefix}_API_KEY`, `${providerPrefix}_BASE_URL`];
  return provider.credential.kind === "token"
    ? [...own, `${providerPrefix}_BEARER_TOKEN`, providerToken]
    : own;
}
