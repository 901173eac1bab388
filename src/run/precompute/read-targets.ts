import type { Settings } from "../../plane/scope/settings.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { ForgeUnreachable, RateLimited } from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { findReset } from "../../forge/resources/rate-limit.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import type { AnswerStore } from "./answer-store.ts";
import { cleanText } from "./clean-text.ts";
import type { ChosenCredential } from "../../credentials/choose-credential.ts";
import type { Ended, Target } from "./document.ts";
import { evaluateTarget } from "./evaluate-target.ts";
import type { KnownHead, KnownHeads } from "./known-heads.ts";
import type { Needs } from "./needs.ts";
import { openCredential } from "./open-credential.ts";
import { queryTargets } from "./query-targets.ts";
import type { QueriedTargets, Stop } from "./query-targets.ts";
import { mostDetailed, readDetails } from "./read-details.ts";
import type { DetailedTargets } from "./read-details.ts";
import { completeAnswers } from "./complete-answers.ts";
import type { CompletedAnswer } from "./complete-answers.ts";

export interface ReadTargetsOptions {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly send: SendOnce;
  readonly profile: HostProfile;
  readonly chosen: ChosenCredential;
  readonly settings: Pick<Settings, "allowedOwners">;
  readonly store: AnswerStore;
  readonly needs: Needs;
  /** The workflows directory in each target. */
  readonly folder: string;
  readonly report: (what: string) => void;
}

export interface TargetsReading {
  readonly targets: readonly Target[];
  readonly ended: Ended | null;
  readonly heads: KnownHeads;
  /** ID of the App's installation, for the next run; undefined if unknown. */
  readonly installation: number | undefined;
  readonly cost: number;
}

/**
 * Reads targets until all are read or the rate limit is reached. If the limit is reached, the data
 * read so far is kept, and the rest is incomplete.
 * @throws RefusedByForge if the forge rejects the credential
 */
export async function readTargets(
  targets: readonly string[],
  options: ReadTargetsOptions,
): Promise<TargetsReading> {
  const { store, chosen } = options;
  const opening = await openCredential(chosen, {
    ...options,
    known: store.representations,
    installation: store.installation,
  }).catch(stopOrThrow);
  if (!("client" in opening)) return conclude(targets, options, { stop: opening });
  try {
    const { client, installation } = opening;
    const { actionsSwitch: asksSwitch } = options.needs;
    const { allowedOwners } = options.settings;
    const known = store.heads;
    const queried = await queryTargets(targets, { ...options, client, allowedOwners, known });
    const answers = completeAnswers(targets, queried.answers, allowedOwners);
    const requests = requestDetails(targets, { ...queried, answers }, options);
    const detailed = await readDetails(client, queried.ended ? [] : requests, {
      asksSwitch,
      report: options.report,
    });
    const stop = queried.ended ?? detailed.ended;
    const resetsAt = stop instanceof RateLimited ? await recheck(client, stop) : undefined;
    const wanted = new Set(requests.map(({ target }) => target));
    const { cost } = queried;
    const evidence = { answers, cost, detailed, wanted, stop, resetsAt, installation };
    return conclude(targets, options, evidence);
  } finally {
    await opening.close();
  }
}

function stopOrThrow(error: unknown): Stop {
  if (error instanceof RateLimited || error instanceof ForgeUnreachable) return error;
  throw error;
}

/**
 * Returns the targets whose details are requested. Each target takes one request, so no details are
 * requested for a large scope.
 */
function requestDetails(
  targets: readonly string[],
  { answers, ended }: Pick<QueriedTargets, "ended"> & Pick<Required<Evidence>, "answers">,
  { store }: ReadTargetsOptions,
) {
  const found = targets.flatMap((target) => {
    const answer = answers.get(target);
    if (answer?.state !== "found" || answer.facts.isArchived) return [];
    const files = filesOf(target, answer, store.heads) ?? [];
    return [{ target, fullName: answer.facts.fullName, hasWorkflows: files.length > 0 }];
  });
  // After an early stop, it is unknown how many targets exist.
  return (ended ? targets : found).length > mostDetailed ? [] : found;
}

function filesOf(target: string, answer: CompletedAnswer | undefined, known: KnownHeads) {
  if (answer?.state !== "found") return undefined;
  const { facts, refused } = answer;
  if (facts.files) return facts.files.filter((name) => /\.ya?ml$/.test(name));
  return refused.some(({ what }) => what === "files")
    ? undefined
    : known.get(target.toLowerCase())?.files;
}

/**
 * Reads the reset time with one request that does not count against the rate limit. If the time is
 * not available, returns the reset time of the limit that was reached.
 */
async function recheck(client: ForgeClient, limit: RateLimited): Promise<Date | undefined> {
  return (await findReset(client).catch(() => undefined)) ?? limit.resetsAt;
}

interface Evidence {
  readonly answers?: ReadonlyMap<string, CompletedAnswer>;
  readonly cost?: number;
  readonly detailed?: DetailedTargets;
  /** Targets whose details were requested. */
  readonly wanted?: ReadonlySet<string>;
  readonly stop?: Stop | undefined;
  readonly resetsAt?: Date | undefined;
  readonly installation?: number | undefined;
}

function conclude(
  targets: readonly string[],
  { store, folder }: ReadTargetsOptions,
  { answers, cost = 0, detailed, wanted, stop, resetsAt, installation }: Evidence,
): TargetsReading {
  const ended = stop && describeStop(stop, resetsAt);
  const heads = new Map<string, KnownHead>();
  const evaluated = targets.map((target) => {
    const answer = answers?.get(target);
    const files = filesOf(target, answer, store.heads);
    const before = store.heads.get(target.toLowerCase());
    const head = answer?.state === "found" && files ? toHead(answer, files) : before;
    if (head && answer?.state !== "elsewhere") heads.set(target.toLowerCase(), head);
    return evaluateTarget(target, {
      answer,
      details: detailed?.details.get(target),
      wantsDetails: wanted?.has(target) === true,
      files,
      ended: ended?.reason,
      folder,
    });
  });
  return { targets: evaluated, ended: ended ?? null, heads, installation, cost };
}

function toHead(
  { facts }: Extract<CompletedAnswer, { state: "found" }>,
  files: readonly string[],
): KnownHead | undefined {
  return facts.defaultBranch ? { id: facts.id, head: facts.defaultBranch.head, files } : undefined;
}

function describeStop(stop: Stop, resetsAt: Date | undefined): Ended {
  if (stop instanceof RateLimited) {
    const reset = (resetsAt ?? stop.resetsAt)?.toISOString() ?? null;
    const until = reset === null ? "" : ` until ${reset}`;
    return { reason: `this credential has no API requests left${until}`, resetsAt: reset };
  }
  return { reason: cleanText(stop.message.replace(/\.$/, "")), resetsAt: null };
}
