import { applyOutputs } from "../run/outputs/apply-outputs.ts";
import { validateOutputs } from "../run/outputs/validate-outputs.ts";
import { readFingerprint } from "../run/outputs/fingerprint.ts";
import { readHandlers, readLimits } from "../run/outputs/output-limits.ts";
import { forgeOf, withoutMacros } from "../run/outputs/step-environment.ts";
import { createBoundSend } from "../forge/bound-send.ts";
import { createSendOnce } from "../forge/send-once.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { listenForStop } from "../shared/listen-for-stop.ts";
import { workersFrom } from "./list-workers.ts";
import { printVerdict } from "./outcomes/print-verdict.ts";
import { printApplied, printStep } from "./outcomes/print-applied.ts";

export interface EvaluateOptions {
  readonly proposals: string;
  readonly verdict: string;
  readonly reviewed?: string;
  readonly max?: readonly string[];
  readonly worker?: readonly string[];
  readonly json?: boolean;
}

/** Runs `gatehouse outputs check`. */
export function runValidate(options: EvaluateOptions): void {
  const { proposals, verdict, reviewed = "", max, worker, json = false } = options;
  const limits = max && readLimits(max);
  const handlers = readHandlers(reviewed);
  const listWorkers = workersFrom(worker, ourEnvironment());
  const files = { proposals, verdict };
  const outcome = validateOutputs({ ...files, limits, listWorkers, reviewed: handlers });
  printVerdict(outcome, { json, reviewed: handlers });
}

export interface ApplyOptions {
  readonly proposals: string;
  readonly max: readonly string[];
  readonly worker?: readonly string[];
  readonly sha256?: string;
  readonly apiUrl?: string;
  readonly soft?: boolean;
  readonly json?: boolean;
}

/** Runs `gatehouse outputs apply`. */
export async function runApply({ json = false, soft, ...wanted }: ApplyOptions): Promise<void> {
  // If the process exits before the result is printed, the command has failed.
  process.exitCode = exitCode.unreachable;
  const limits = readLimits(wanted.max);
  const fingerprint = wanted.sha256 === undefined ? undefined : readFingerprint(wanted.sha256);
  const env = withoutMacros(ourEnvironment());
  const profile = forgeOf(env, wanted.apiUrl);
  const stopped = listenForStop();
  const log = json ? process.stderr : process.stdout;
  const applied = await applyOutputs({
    proposals: wanted.proposals,
    fingerprint,
    limits,
    listWorkers: workersFrom(wanted.worker, env),
    env,
    profile,
    send: createBoundSend(createSendOnce(env), { signal: stopped }),
    stopped,
    report: (step) => printStep(step, log),
  });
  printApplied(applied, { json });
  if (applied.stopped) throw applied.stopped;
  const isComplete = applied.failed.length === 0 || soft === true;
  process.exitCode = isComplete ? exitCode.done : exitCode.incomplete;
}
