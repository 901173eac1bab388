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
  /** Directories where the control repository may be checked out. */
  readonly folders: readonly string[];
  /** The directory for data that is kept between runs; undefined if no data is kept. */
  readonly cache: string | undefined;
  readonly now: Date;
  readonly report: (what: string) => void;
}

export interface Precomputed {
  readonly document: PrecomputeDocument;
  /** One sentence for each credential that was skipped. */
  readonly skipped: readonly string[];
  readonly requests: Pick<RequestCount, "requests" | "unchanged">;
  /** Points of GitHub's GraphQL rate limit that the queries cost. */
  readonly cost: number;
  /** Whether the last result is less than a minute old and was reused without a request. */
  readonly isKept: boolean;
  /** Stores the result for the next run. @throws Incomplete if the file cannot be written */
  readonly keep: () => Promise<void>;
}

/**
 * Reads the target data that a run needs, up to the cap in the settings. Without a credential, all
 * targets are incomplete.
 * @throws InvalidInput for invalid values in the step; RefusedByForge if the forge rejects the
 *   credential
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
  const { credential, skipped } = chosen;
  const needs = findNeeds(settings.packages, credential);
  const marks = markCredential(chosen, env);
  const { allowedOwners } = settings;
  const question = JSON.stringify({ credential, targets, needs, allowedOwners, beyondCap });
  const home = stepVariable(env, "REPOSITORY") ?? "";
  const key = { host: profile.host, home, marks, question, now };
  const store = cache === undefined ? noStore : await openStore(cache, key);
  if (store.fresh) return { ...unasked, document: store.fresh, skipped, isKept: true };
  const { send, count } = countSend(options);
  const folder = `${profile.brand.folder}/workflows`;
  const how = { ...options, profile, chosen, settings, store, needs, folder, send };
  const { targets: read, ended, heads, installation, cost } = await readTargets(targets, how);
  const document: PrecomputeDocument = { ...about, credential, targets: read, ended };
  const last = read.some(isKnown) ? document : undefined;
  const keep = () => store.save({ document: last, heads, installation });
  return { document, skipped, requests: count(), cost, isKept: false, keep };
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
  const reason = "this step has no credential for reading targets";
  const nothing = { answer: undefined, details: undefined, files: undefined, wantsDetails: false };
  const evaluated = targets.map((target) =>
    evaluateTarget(target, { ...nothing, ended: reason, folder: "" }),
  );
  const ended = { reason, resetsAt: null };
  const document: PrecomputeDocument = { ...about, credential: null, targets: evaluated, ended };
  return { ...unasked, document, skipped: [] };
}
