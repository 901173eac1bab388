import type { Brand } from "../../forge/brand.ts";

/** The variable of a job that holds a provider's token. @see spec/engine.md, "Endpoints" */
export const providerToken = "AW_PROVIDER_BEARER_TOKEN";

/** Variables that a step of a job puts there for the engine alone. */
export function mintedVariables({ engine }: Pick<Brand, "engine">): readonly string[] {
  return [engine.appToken, providerToken];
}

/** The service takes names as the same whatever their case, and in an environment a dot is an underscore. */
export function sameVariable(one: string, other: string): boolean {
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
