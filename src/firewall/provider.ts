import { brands } from "../forge/brand.ts";
import { InvalidInput } from "../shared/errors.ts";
import { Secret } from "../shared/secret.ts";
import { engineRecipes, placeholder } from "./config/engine-recipes.ts";
import { readKey } from "./config/read-key.ts";
import { findCopies } from "./find-copies.ts";
import type { Proxy } from "./proxy/start-proxy.ts";
import type { EngineKey, EngineName, EngineRecipe } from "./config/engine-recipes.ts";

type ProviderOfSidecar = Parameters<Proxy["serveProvider"]>[1];

/** The provider that the sidecar connects to, and the credential that only the sidecar holds. */
export interface Provider extends ProviderOfSidecar {
  /** Name of the variable that contains the key. */
  readonly keyVariable: string;
  /** Variables that the command receives instead of the credential. */
  readonly variables: Readonly<Record<string, string>>;
  /** Settings of the engine, such as its model. The command receives them unless they are set. */
  readonly passed: Readonly<Record<string, string>>;
  /** Names of variables that the command never receives, because they contain a credential. */
  readonly excluded: readonly string[];
}

const prefixes = Object.values(brands).map(({ providerPrefix }) => providerPrefix);
/** Types of the cloud-hosted provider in all naming conventions. */
const cloudTypes = new Set(Object.values(brands).map(({ engine }) => engine.cloudType));

/** Variables with a credential: the name without the prefix of the naming convention. */
const credentials = ["API_KEY", "BEARER_TOKEN", "HEADERS"];
const credentialName = /_(?:KEY|TOKEN|SECRET|PASSWORD|HEADERS?|AUTHORIZATION)$/i;

/**
 * Reads the provider's settings from the firewall's own environment.
 * @param port port of the sidecar in the container
 * @param engine the agent to configure; undefined if `--engine` is not set
 * @throws InvalidInput if the settings are incomplete
 */
export function readProvider(env: NodeJS.ProcessEnv, port: number, engine?: EngineName): Provider {
  const recipe = engine && engineRecipes[engine];
  if (recipe && recipe.keys.length > 0) return readEngineKey(recipe, env, port);
  const provider = readVariables(env, port, engine);
  const defaults = recipe?.provider?.defaults;
  return { ...provider, passed: { ...defaults, ...provider.passed } };
}

/** Reads the key from the variables of the agent itself. */
function readEngineKey(recipe: EngineRecipe, env: NodeJS.ProcessEnv, port: number): Provider {
  const { keys, credentials: others, title } = recipe;
  const found = keys.find(({ variable }) => readKey(env, variable));
  const value = found && readKey(env, found.variable);
  if (!found || !value) {
    const names = keys.map(({ variable }) => variable).join(" or ");
    throw new InvalidInput(`The sidecar for ${title} requires a key in ${names}.`);
  }
  const { variables, defaults = {} } = found.connect(`http://127.0.0.1:${port}`);
  return {
    baseUrl: readBase(found, title, env),
    type: "engine",
    key: new Secret(value),
    keyForm: { placeholder },
    keyVariable: found.variable,
    variables,
    passed: defaults,
    excluded: findCopies(env, [...keys.map(({ variable }) => variable), ...others], value),
  };
}

/** @throws InvalidInput if the key is for an API that the sidecar does not support */
function readBase(
  { variable, baseUrl, baseVariable, unsupportedBase }: EngineKey,
  title: string,
  env: NodeJS.ProcessEnv,
): URL {
  if (unsupportedBase && env[unsupportedBase]) {
    throw new InvalidInput(
      `The sidecar for ${title} sends ${variable} to ${new URL(baseUrl).host}, but ${unsupportedBase} names another address.`,
      [{ text: `Unset ${unsupportedBase}, or run without --engine and allow that address` }],
    );
  }
  const given = baseVariable && env[baseVariable];
  return given ? parseBase(given, baseVariable) : new URL(baseUrl);
}

/** Reads the provider variables, whose prefix depends on the agent or the naming convention. */
function readVariables(env: NodeJS.ProcessEnv, port: number, engine?: EngineName): Provider {
  const found = findBrand(env);
  const given = engine && engineRecipes[engine].provider?.prefix;
  // An agent reads only its own variables.
  const brand =
    Object.values(brands).find(({ providerPrefix }) => providerPrefix === given) ?? found;
  const prefix = brand.providerPrefix;
  const [url, token] = [env[`${prefix}_BASE_URL`], readKey(env, `${prefix}_BEARER_TOKEN`)];
  // The engine also prefers a token.
  const key = token || readKey(env, `${prefix}_API_KEY`);
  const missing = [url ? [] : `${prefix}_BASE_URL`, key ? [] : `${prefix}_API_KEY`].flat();
  if (!url || !key) {
    throw new InvalidInput(
      `${engine ? `--engine ${engine}` : "--enable-api-proxy"} requires environment variables that are not set: ${missing.join(" and ")}.`,
    );
  }
  const type = env[`${prefix}_TYPE`] || "openai";
  const names = [
    ...passedSettings.map((name) => `${prefix}_${name}`),
    `${brand.engine.prefix}_MODEL`,
  ];
  const passed = names.flatMap((name) => {
    const value = env[name];
    return value ? [[name, value] as const] : [];
  });
  return {
    baseUrl: parseBase(url, `${prefix}_BASE_URL`),
    type,
    key: new Secret(key),
    // Every type of provider accepts a token as a bearer token.
    keyForm: token ? "bearer" : cloudTypes.has(type) ? "api-key" : undefined,
    keyVariable: `${prefix}_${token ? "BEARER_TOKEN" : "API_KEY"}`,
    variables: {
      // The sidecar appends request paths to the base URL, so this URL does not need a path.
      [`${prefix}_BASE_URL`]: `http://127.0.0.1:${port}`,
      [`${prefix}_TYPE`]: type,
      [`${prefix}_API_KEY`]: placeholder,
    },
    passed: Object.fromEntries(passed),
    excluded: findCopies(env, findCredentials(env), key),
  };
}

/** Settings of the engine that are not credentials, without the prefix. */
const passedSettings = [
  "WIRE_API",
  "MODEL_ID",
  "WIRE_MODEL",
  "MAX_PROMPT_TOKENS",
  "MAX_OUTPUT_TOKENS",
  "AZURE_API_VERSION",
];

/**
 * Returns the brand whose provider variables are set.
 * @throws InvalidInput if variables of several brands are set, because either could be the wrong one
 */
function findBrand(env: NodeJS.ProcessEnv) {
  const given = Object.values(brands).flatMap((brand) => {
    const name = Object.keys(env).find(
      (each) => each.startsWith(`${brand.providerPrefix}_`) && env[each],
    );
    return name === undefined ? [] : [{ brand, name }];
  });
  const [first, other] = given;
  if (first && other) {
    throw new InvalidInput(
      `${first.name} and ${other.name} belong to different naming conventions: --enable-api-proxy uses the variables of only one.`,
      [
        {
          text: `Unset all variables ${first.brand.providerPrefix}_* or all variables ${other.brand.providerPrefix}_*`,
        },
      ],
    );
  }
  return first?.brand ?? brands.forge;
}

/** Lists the provider variables with a credential. */
function findCredentials(env: NodeJS.ProcessEnv): readonly string[] {
  const known = prefixes.flatMap((prefix) => credentials.map((name) => `${prefix}_${name}`));
  const isOfProvider = (name: string) => prefixes.some((prefix) => name.startsWith(`${prefix}_`));
  const others = Object.keys(env).filter((name) => isOfProvider(name) && credentialName.test(name));
  return [...known, ...others];
}

function parseBase(text: string, variable: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The error does not repeat the value, because it may contain a password.
  if (!url || url.protocol !== "https:" || url.username || url.password || url.search || url.hash) {
    throw new InvalidInput(
      `${variable} must be a valid https:// URL without a user, query or fragment.`,
    );
  }
  return url;
}
