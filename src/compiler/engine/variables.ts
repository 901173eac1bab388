import { brands, type Brand } from "../../forge/brand.ts";

/**
 * Name of the job variable that contains a provider's token.
 * @see spec/engine.md, "Endpoints"
 */
export const providerToken = "AW_PROVIDER_BEARER_TOKEN";

/** Lists the variables that a step sets for the engine only. */
export function mintedVariables({ engine }: Pick<Brand, "engine">): readonly string[] {
  return [engine.appToken, providerToken];
}

/** A variable that is reserved for gatehouse's own steps. A definition must not use it. */
export interface KeptVariable {
  /** Name of the variable, or a prefix followed by `*`. */
  readonly name: string;
  /** Description of the value, as a noun phrase. */
  readonly content: string;
}

/**
 * Lists the variables that are reserved for gatehouse's own steps; at most one step can use each of
 * them. Includes both brands, because a pipeline can have variables of both.
 */
export function keptVariables(brand: Brand): readonly KeptVariable[] {
  return [
    ...mintedVariables(brand).map((name) => ({ name, content: "a token of the run" })),
    ...Object.values(brands).map((each) => ({
      name: each.workflowToken,
      content: "a token for the API",
    })),
    { name: "CP_FORGE_*", content: "a credential that applies proposals" },
    { name: "System.AccessToken", content: "the token of Azure Pipelines" },
  ];
}

/** Returns whether a name matches the variable or its prefix. */
export function isNamed(name: string, { name: kept }: Pick<KeptVariable, "name">): boolean {
  if (!kept.endsWith("*")) return sameVariable(name, kept);
  return spell(name).startsWith(spell(kept.slice(0, -1)));
}

/**
 * Returns whether Azure Pipelines treats two names as the same variable: it ignores case, and
 * replaces dots with underscores in the environment.
 */
function sameVariable(one: string, other: string): boolean {
  return spell(one) === spell(other);
}

function spell(name: string): string {
  return name.toUpperCase().replaceAll(/[.\s]/g, "_");
}

/** Returns the variable names in all `$(NAME)` macros of a string. */
export function macrosIn(text: string): string[] {
  return [...text.matchAll(/\$\(([^()]*)\)/g)].map(([, name = ""]) => name.trim());
}

/**
 * Variables that make Node log its requests, preload code, or trust any server. Every step receives
 * the variables of a pipeline. A person who can set a variable when queueing a run might not be
 * allowed to change the definition, so gatehouse runs without these variables.
 */
export const nodeVariables = [
  "NODE_DEBUG",
  "NODE_DEBUG_NATIVE",
  "NODE_OPTIONS",
  "NODE_PATH",
  "NODE_TLS_REJECT_UNAUTHORIZED",
  "NODE_V8_COVERAGE",
  "OPENSSL_CONF",
] as const;
