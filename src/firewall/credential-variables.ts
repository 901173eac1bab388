import { brands } from "../forge/brand.ts";
import { placeholder } from "./config/engine-recipes.ts";
import { findCopies } from "./find-copies.ts";
import { variableOf, type WrittenCredential } from "./rules/credential-rule.ts";

/** Variables of the command for the credentials of its rules. */
export interface CredentialVariables {
  /** Placeholders, which programs send instead of a credential. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of variables that the command never receives, because they contain a credential. */
  readonly excluded: readonly string[];
}

/** Variables in which npm and the usual `.npmrc` files look for a token. */
const npmVariables = ["NPM_TOKEN", "NODE_AUTH_TOKEN"];

/** Prefix of gatehouse's own credentials and App keys. */
const ownPrefix = /^CP_FORGE_/;

/**
 * Returns the variables with which the usual programs send their requests without a prompt.
 * @param options.gitSettings number of settings that the command receives in GIT_CONFIG_COUNT
 */
export function credentialVariables(
  rules: readonly WrittenCredential[],
  env: NodeJS.ProcessEnv,
  { gitSettings: given = 0 }: { readonly gitSettings?: number } = {},
): CredentialVariables {
  if (rules.length === 0) return { variables: {}, excluded: [] };
  const sources = rules.map(({ source }) => source);
  const named = sources.flatMap((source) => (source.kind === "app" ? [] : [variableOf(source)]));
  const isOfForge = sources.some(({ kind }) => kind !== "env");
  const forge = isOfForge ? forgeVariables() : [];
  const own = Object.keys(env).filter((name) => ownPrefix.test(name));
  const inside = named.filter((name) => !ownPrefix.test(name));
  return {
    variables: {
      ...Object.fromEntries([...forge, ...inside].map((name) => [name, placeholder])),
      ...npmSettings(rules, inside),
      ...gitSettings(rules, given),
    },
    excluded: findCopies(env, [...named, ...own]),
  };
}

/** Returns the variables of every brand's CLI: a command may use each of them. */
function forgeVariables(): readonly string[] {
  return Object.values(brands).flatMap(({ cli, workflowToken }) => [
    ...cli.tokenVariables,
    ...cli.enterpriseTokenVariables,
    workflowToken,
  ]);
}

/** npm refuses to publish without a token of its own. */
function npmSettings(
  rules: readonly WrittenCredential[],
  inside: readonly string[],
): Readonly<Record<string, string>> {
  if (!inside.some((name) => npmVariables.includes(name))) return {};
  const registries = rules.filter(
    ({ source }) => source.kind === "env" && npmVariables.includes(source.name),
  );
  return Object.fromEntries(
    registries.map(({ text }) => [`npm_config_//${hostOf(text)}/:_authToken`, placeholder]),
  );
}

/** Without a helper, Git would prompt for a password if a server rejects a request. */
function gitSettings(
  rules: readonly WrittenCredential[],
  given: number,
): Readonly<Record<string, string>> {
  const hosts = [...new Set(rules.map(({ text }) => hostOf(text)))];
  const helper = `!printf '%s\\n' username=x-access-token password=${placeholder}; :`;
  const settings = hosts.flatMap((host) => [
    // An empty value removes the helpers of other configuration files.
    [`credential.https://${host}.helper`, ""] as const,
    [`credential.https://${host}.helper`, helper] as const,
  ]);
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${given + at}`, key] as const,
    [`GIT_CONFIG_VALUE_${given + at}`, value] as const,
  ]);
  return { GIT_CONFIG_COUNT: String(given + settings.length), ...Object.fromEntries(pairs) };
}

/** Returns the host and port of a URL pattern. */
function hostOf(text: string): string {
  return text.replace(/^https:\/\//, "").split("/", 1)[0] ?? "";
}
