import { countFetch } from "../../forge/count-requests.ts";
import type { RequestCount } from "../../forge/count-requests.ts";
import { uniqueNames } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { stepForge } from "../../forge/step-forge.ts";
import { Incomplete } from "../../shared/errors.ts";
import { openStore, noStore } from "./answer-store.ts";
import { chooseCredential } from "../../credentials/choose-credential.ts";
import type { ChosenCredential } from "../../credentials/choose-credential.ts";
import { isKnown } from "./document.ts";
import type { PrecomputeDocument } from "./document.ts";
import { findNeeds } from "./needs.ts";
import { markCredential } from "./open-credential.ts";
import { readSettings } from "./read-settings.ts";
import { readTargets } from "./read-targets.ts";

export interface PrecomputeOptions {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly fetch: typeof globalThis.fetch;
  /** Where the control repository may be checked out. */
  readonly folders: readonly string[];
  /** What is kept between runs. */
  readonly cache: string | undefined;
  readonly now: Date;
  readonly say: (what: string) => void;
}

export interface Precomputed {
  readonly document: PrecomputeDocument;
  /** Sentences on credentials that were passed over. */
  readonly passedOver: readonly string[];
  readonly requests: Pick<RequestCount, "requests" | "unchanged">;
  /** In points of the GraphQL budget. */
  readonly cost: number;
  /** Nothing was asked: the last answer is not a minute old. */
  readonly isKept: boolean;
}

/**
 * Reads what a run has to know of its targets, within the caps of the settings.
 * @throws InvalidInput for what the step was told; Incomplete without any credential; RefusedByForge where the forge
 * does not take the one that was chosen
 */
export async function precompute(options: PrecomputeOptions): Promise<Precomputed> {
  const { env, cache, now } = options;
  const profile = stepForge(env, "precompute");
  const settings = readSettings(options.folders, profile);
  const chosen = requireCredential(env);
  const { credential, passedOver } = chosen;
  const all = uniqueNames(settings.targets);
  const targets = all.slice(0, settings.caps.repositories);
  const needs = findNeeds(settings.packages, credential);
  const marks = markCredential(chosen, env);
  const { allowedOwners } = settings;
  const question = JSON.stringify({ credential, targets, needs, allowedOwners, all: all.length });
  const home = stepVariable(env, "REPOSITORY") ?? "";
  const key = { host: profile.host, home, marks, question, now };
  const store = cache === undefined ? noStore : await openStore(cache, key);
  if (store.fresh) {
    const requests = { requests: 0, unchanged: 0 };
    return { document: store.fresh, passedOver, requests, cost: 0, isKept: true };
  }
  const { fetch, count } = countFetch(options);
  const folder = `${profile.brand.folder}/workflows`;
  const reading = await readTargets(targets, {
    ...options,
    profile,
    chosen,
    settings,
    store,
    needs,
    folder,
    fetch,
  });
  const document: PrecomputeDocument = {
    version: 1,
    host: profile.host,
    credential,
    readAt: now.toISOString(),
    targets: reading.targets,
    beyondCap: all.slice(targets.length),
    ended: reading.ended,
  };
  const isRead = reading.targets.some(isKnown);
  const { heads, installation } = reading;
  await store.save({ document: isRead ? document : undefined, heads, installation });
  return { document, passedOver, requests: count(), cost: reading.cost, isKept: false };
}

function requireCredential(env: PrecomputeOptions["env"]): ChosenCredential {
  const chosen = chooseCredential(env);
  if (chosen) return chosen;
  throw new Incomplete("This step was given no credential to read with.", [
    { say: "Give it the read App's pair, CP_FORGE_TOKEN or FORGE_TOKEN in its environment" },
  ]);
}
