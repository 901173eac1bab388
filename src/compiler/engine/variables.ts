import { brands, type Brand } from "../../forge/brand.ts";

/** The variable of a job that holds a provider's token. @see spec/engine.md, "Endpoints" */
export const providerToken = "AW_PROVIDER_BEARER_TOKEN";

/** Variables that a step of a job puts there for the engine alone. */
export function mintedVariables({ engine }: Pick<Brand, "engine">): readonly string[] {
  return [engine.appToken, providerToken];
}

/** A variable that a definition may hand on to nobody. */
export interface KeptVariable {
  /** Or what its name begins with, where a `*` ends it. */
  readonly name: string;
  /** The end of a sentence: `holds …`. */
  readonly holds: string;
}

/** Variables whose values are for one step of ours, or for none: of either brand, as a pipeline may have both. */
export function keptVariables(brand: Brand): readonly KeptVariable[] {
  return [
    ...mintedVariables(brand).map((name) => ({ name, holds: "a token of a run" })),
    ...Object.values(brands).map((each) => ({
      name: each.workflowToken,
      holds: "a forge's token",
    })),
    { name: "CP_FORGE_*", holds: "what proposals are carried out with" },
    { name: "System.AccessToken", holds: "the pipeline service's own token" },
  ];
}

/** Whether a name is that of a variable, or begins as it says. */
export function isNamed(name: string, { name: kept }: Pick<KeptVariable, "name">): boolean {
  if (!kept.endsWith("*")) return sameVariable(name, kept);
  return spell(name).startsWith(spell(kept.slice(0, -1)));
}

/** The service takes names as the same whatever their case, and in an environment a dot is an underscore. */
function sameVariable(one: string, other: string): boolean {
  return spell(one) === spell(other);
}

function spell(name: string): string {
  return name.toUpperCase().replaceAll(/[.\s]/g, "_");
}

/** Names in the texts `$(NAME)` of a value. */
export function macrosIn(text: string): string[] {
  return [...text.matchAll(/\$\(([^()]*)\)/g)].map(([, name = ""]) => name.trim());
}

/**
 * By these Node prints what it sends, loads something first, or trusts anybody. A variable of a pipeline is every step's, and who
 * may set one as a run is queued is not always who may change the definition: none of them reaches gatehouse.
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
