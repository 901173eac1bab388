import { countSend } from "../../forge/count-requests.ts";
import type { RequestCount } from "../../forge/count-requests.ts";
import { uniqueNames } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { stepForge } from "../../forge/step-forge.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { openStore, noStore } from "./answer-store.ts";
import { chooseCredential } from "../../credentials/choose-credential.ts";
import { cleanText } from "./clean-text.ts";
import { isKnown } from "./document.ts";
import type { PrecomputeDocument } from "./document.ts";
import { evaluateTarget } from "./evaluate-target.ts";
import { findNeeds } from "./needs.ts";
import { markCredential } from "./open-credential.ts";
import { readSettings } from "./read-settings.ts";
import { readTargets } from "./read-targets.ts";

export interface PrecomputeOptions {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly send: SendOnce;
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
  /** Keeps it for the next run. @throws Incomplete where the file system does not take it */
  readonly keep: () => Promise<void>;
}

/**
 * Reads what a run has to know of its targets, within the caps of the settings. Without any credential that is nothing.
 * @throws InvalidInput for what the step was told; RefusedByForge where the forge does not take the credential
 */
export async function precompute(options: PrecomputeOptions): Promise<Precomputed> {
  const { env, cache, now } = options;
  const profile = stepForge(env, "precompute");
  const settings = readSettings(options.folders, profile);
  const all = uniqueNames(settings.targets);
  const targets = all.slice(0, settings.caps.repositories);
  const beyondCap = all.slice(targets.length).map(cleanText);
  const about = { version: 1, host: profile.host, readAt: now.toISOString(), beyondCap } as const;
  const chosen = chooseCredential(env);
  if (!chosen) return withoutCredential(targets, about);
  const { credential, passedOver } = chosen;
  const needs = findNeeds(settings.packages, credential);
  const marks = markCredential(chosen, env);
  const { allowedOwners } = settings;
  const question = JSON.stringify({ credential, targets, needs, allowedOwners, beyondCap });
  const home = stepVariable(env, "REPOSITORY") ?? "";
  const key = { host: profile.host, home, marks, question, now };
  const store = cache === undefined ? noStore : await openStore(cache, key);
  if (store.fresh) return { ...unasked, document: store.fresh, passedOver, isKept: true };
  const { send, count } = countSend(options);
  const folder = `${profile.brand.folder}/workflows`;
  const how = { ...options, profile, chosen, settings, store, needs, folder, send };
  const { targets: read, ended, heads, installation, cost } = await readTargets(targets, how);
  const document: PrecomputeDocument = { ...about, credential, targets: read, ended };
  const last = read.some(isKnown) ? document : undefined;
  const keep = () => store.save({ document: last, heads, installation });
  return { document, passedOver, requests: count(), cost, isKept: false, keep };
}

const unasked = {
  requests: { requests: 0, unchanged: 0 },
  cost: 0,
  isKept: false,
  keep: () => Promise.resolve(),
};

function withoutCredential(
  targets: readonly string[],
  about: Pick<PrecomputeDocument, "version" | "host" | "readAt" | "beyondCap">,
): Precomputed {
  const because = "this step was given no credential to read with";
  const nothing = { answer: undefined, details: undefined, files: undefined, wantsDetails: false };
  const judged = targets.map((target) =>
    evaluateTarget(target, { ...nothing, ended: because, folder: "" }),
  );
  const ended = { because, resetsAt: null };
  const document: PrecomputeDocument = { ...about, credential: null, targets: judged, ended };
  return { ...unasked, document, passedOver: [] };
}
