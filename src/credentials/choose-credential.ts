import type { AppRole } from "./apps/app-role.ts";
import type { Credential } from "./credential.ts";
import { appRecords, appTokens, patSecret } from "./records.ts";
import type { AppRecord } from "./records.ts";
import { requirePlain } from "./require-plain.ts";
import { stepVariable } from "../forge/run-step.ts";
import { Secret } from "../shared/secret.ts";

interface Halves {
  readonly clientId: string;
  readonly key: Secret;
}

/** An App's client ID and private key, which together mint tokens. */
export interface AppPair extends Halves {
  readonly role: AppRole;
}

/** Credential for a request: an existing token, or an App for which a token is minted first. */
export type Bearer = { readonly token: Secret } | { readonly pair: AppPair };

/** At least one of an App's two values is missing; `missing` names the missing values. */
export interface MissingPair {
  readonly found: "half" | "nothing";
  readonly missing: readonly string[];
}

/** Result of a search for an App's client ID and private key in a step's environment. */
export type FoundPair =
  { readonly found: "pair"; readonly bearer: { readonly pair: AppPair } } | MissingPair;
export type FoundApp =
  FoundPair | { readonly found: "token"; readonly bearer: { readonly token: Secret } };

/** The credential with which a run reads, and the credentials that were skipped before it. */
export interface ChosenCredential {
  readonly credential: Exclude<Credential, "write-app">;
  readonly bearer: Bearer;
  /** Reasons why credentials were skipped, as sentences for the run's summary. */
  readonly skipped: readonly string[];
  /**
   * Whether exactly one of the App's two values is set. In that case, the operator probably meant
   * to use the App.
   */
  readonly isHalf: boolean;
}

type Environment = Readonly<NodeJS.ProcessEnv>;

/**
 * Returns the first of these credentials that is set: the read App, the PAT, the workflow token. If
 * GitHub later rejects this credential, gatehouse does not silently use a weaker one.
 * @returns undefined if the step received no credential
 * @throws InvalidInput if a client ID or token contains a character that cannot be sent
 * @see spec/credentials.md, "Credential roles and precedence"
 */
export function chooseCredential(env: Environment): ChosenCredential | undefined {
  const app = findApp(env, "read");
  if ("bearer" in app) {
    return { credential: "read-app", bearer: app.bearer, skipped: [], isHalf: false };
  }
  const isHalf = app.found === "half";
  const skipped = [describeMissing(app)];
  const pat = env[patSecret]?.trim();
  if (pat)
    return { credential: "pat", bearer: { token: toToken(pat, patSecret) }, skipped, isHalf };
  const own = stepVariable(env, "TOKEN")?.trim();
  if (!own) return undefined;
  const noPat = `No PAT is set: ${patSecret} is empty.`;
  return {
    credential: "workflow-token",
    bearer: { token: toToken(own, "FORGE_TOKEN") },
    skipped: [...skipped, noPat],
    isHalf,
  };
}

/**
 * Finds an App's token or its two values. Blank values count as missing, because workflows pass
 * them for records that are not stored.
 */
export function findApp(env: Environment, role: AppRole): FoundApp {
  const token = env[appTokens[role]]?.trim();
  if (token) return { found: "token", bearer: { token: toToken(token, appTokens[role]) } };
  return findPair(env, role);
}

/** Finds an App's client ID and private key. Ignores minted tokens. */
export function findPair(env: Environment, role: AppRole): FoundPair {
  const found = findHalves(env, appRecords[role]);
  if ("missing" in found) return found;
  return { found: "pair", bearer: { pair: { role, ...found } } };
}

/** Finds the two values of any App by the names of their environment variables. */
export function findHalves(
  env: Environment,
  { variable, secret }: AppRecord,
): Halves | MissingPair {
  const [clientId, key] = [env[variable]?.trim(), env[secret]?.trim()];
  if (clientId && key) return { clientId: requirePlain(clientId, variable), key: new Secret(key) };
  const missing = [...(clientId ? [] : [variable]), ...(key ? [] : [secret])];
  return { found: missing.length === 1 ? "half" : "nothing", missing };
}

function toToken(text: string, name: string): Secret {
  return new Secret(requirePlain(text, name));
}

function describeMissing({ found, missing }: MissingPair): string {
  if (found === "half") return describeIncomplete("read App", missing);
  return `No read App is set: ${missing.join(" and ")} are empty.`;
}

/** Explains that an App is skipped because one of its two values is missing. */
export function describeIncomplete(app: string, missing: MissingPair["missing"]): string {
  return `The ${app} is not used because ${missing.join(" and ")} is empty.`;
}
