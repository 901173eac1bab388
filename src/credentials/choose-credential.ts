import type { AppRole } from "./apps/app-role.ts";
import type { Credential } from "./credential.ts";
import { appRecords, appTokens, patSecret } from "./records.ts";
import type { AppRecord } from "./records.ts";
import { stepVariable } from "../forge/run-step.ts";
import { Secret } from "../shared/secret.ts";

interface Halves {
  readonly clientId: string;
  readonly key: Secret;
}

/** An App's two halves, of which a token is minted. */
export interface AppPair extends Halves {
  readonly role: AppRole;
}

/** Who a request is made as: with a token that is there, or with one that is minted first. */
export type Bearer = { readonly token: Secret } | { readonly pair: AppPair };

/** A half is none: the names say which. */
export interface MissingPair {
  readonly found: "half" | "nothing";
  readonly missing: readonly string[];
}

/** What of an App is in a step's environment. */
export type FoundPair =
  { readonly found: "pair"; readonly bearer: { readonly pair: AppPair } } | MissingPair;
export type FoundApp =
  FoundPair | { readonly found: "token"; readonly bearer: { readonly token: Secret } };

/** The credential that a run reads with, and what was passed over on the way to it. */
export interface ChosenCredential {
  readonly credential: Exclude<Credential, "write-app">;
  readonly bearer: Bearer;
  /** Sentences for the run's summary. */
  readonly passedOver: readonly string[];
  /** Whether half of an App is there: somebody meant it to be used. */
  readonly isHalf: boolean;
}

type Environment = Readonly<NodeJS.ProcessEnv>;

/**
 * The first that is there: the read App, the PAT, the workflow token. One that is there and that the forge then refuses
 * is not passed over: a weaker one would step in unseen.
 * @returns undefined where a step was given none at all
 * @see spec/credentials.md, "Credential roles and precedence"
 */
export function chooseCredential(env: Environment): ChosenCredential | undefined {
  const app = findApp(env, "read");
  if ("bearer" in app) {
    return { credential: "read-app", bearer: app.bearer, passedOver: [], isHalf: false };
  }
  const isHalf = app.found === "half";
  const passedOver = [describeMissing(app)];
  const pat = env[patSecret]?.trim();
  if (pat) return { credential: "pat", bearer: { token: new Secret(pat) }, passedOver, isHalf };
  const own = stepVariable(env, "TOKEN")?.trim();
  if (!own) return undefined;
  const noPat = `No PAT is here: ${patSecret} is empty.`;
  return {
    credential: "workflow-token",
    bearer: { token: new Secret(own) },
    passedOver: [...passedOver, noPat],
    isHalf,
  };
}

/** An empty value, or a blank one, is an absent one: so do workflows write what is not stored. */
export function findApp(env: Environment, role: AppRole): FoundApp {
  const token = env[appTokens[role]]?.trim();
  if (token) return { found: "token", bearer: { token: new Secret(token) } };
  return findPair(env, role);
}

/** The two halves of an App, without a look at tokens. */
export function findPair(env: Environment, role: AppRole): FoundPair {
  const found = findHalves(env, appRecords[role]);
  if ("missing" in found) return found;
  return { found: "pair", bearer: { pair: { role, ...found } } };
}

/** The same of any App, by the names of its halves. */
export function findHalves(
  env: Environment,
  { variable, secret }: AppRecord,
): Halves | MissingPair {
  const [clientId, key] = [env[variable]?.trim(), env[secret]?.trim()];
  if (clientId && key) return { clientId, key: new Secret(key) };
  const missing = [...(clientId ? [] : [variable]), ...(key ? [] : [secret])];
  return { found: missing.length === 1 ? "half" : "nothing", missing };
}

function describeMissing({ found, missing }: MissingPair): string {
  if (found === "half") return describeIncomplete("read App", missing);
  return `No read App is here: ${missing.join(" and ")} are empty.`;
}

/** Says of an App that it is passed over for the half that is missing. */
export function describeIncomplete(app: string, missing: MissingPair["missing"]): string {
  return `The ${app} is not used: of its two halves, ${missing.join(" and ")} is empty.`;
}
