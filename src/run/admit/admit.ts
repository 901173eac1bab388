import { preActivation } from "../../credentials/apps/ceilings.ts";
import { gateVariable } from "../../credentials/records.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { typedWith } from "../../shared/change-option.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { Admission } from "./admission.ts";
import type { AdmitDeps } from "./admit-deps.ts";
import type { Capacity } from "./capacity.ts";
import { chooseCredential } from "../../credentials/choose-credential.ts";
import type { ChosenCredential } from "../../credentials/choose-credential.ts";
import { findReach } from "./find-reach.ts";
import { readGateRecord } from "./gate-record.ts";
import type { GateReading, GateRecord } from "./gate-record.ts";
import { mintAndRevoke } from "./mint-and-revoke.ts";
import { evaluateRun, recordDenial } from "./evaluate-run.ts";
import { readCapacity } from "./read-capacity.ts";
import type { CapacityNews } from "./read-capacity.ts";
import { leastRequests, parseRequirement, requireForTargets } from "./requirement.ts";
import type { Requirement } from "./requirement.ts";
import { storeRecord } from "./store-record.ts";
import { openWire } from "./wire.ts";
import type { Wire } from "./wire.ts";

export interface AdmitRequest {
  /** Value of `--requirement` as typed. If undefined, the settings determine the requirement. */
  readonly requirement?: string | undefined;
}

/**
 * Decides whether a run can start. An active gate record denies it. Otherwise, the credential for
 * precompute must have the required number of requests left.
 * @throws InvalidInput for an invalid requirement, unreadable settings, or a step without a
 *   repository or API URL
 */
export async function admit({ requirement }: AdmitRequest, deps: AdmitDeps): Promise<Admission> {
  const { env } = deps;
  const asked = requirement === undefined ? undefined : parseRequirement(requirement);
  // The gate is checked before the settings and other inputs that could be invalid. An active gate
  // denies the run without a request, even if a hundred runs start at once. Fixing the settings
  // would not change the result.
  const gate = readGateRecord(env[gateVariable], deps.now());
  if (gate.state === "active") return stopAtGate(gate.record, deps.now());
  const wire = openWire(deps);
  const { required, raisedFrom } = await findRequirement(asked, wire);
  const chosen = requireCredential(env);
  const { news, reason } = await recordReading(chosen, wire);
  // If the step was stopped, the run must not be admitted.
  const capacity: Capacity = deps.stopped.aborted ? { kind: "unreadable" } : news.capacity;
  const verdict = evaluateRun(capacity, required);
  const record = recordDenial(verdict, {
    gateRecord: env[gateVariable],
    sourceRunId: stepVariable(env, "RUN_ID"),
    now: news.now,
  });
  const stored = record && (await storeRecord(record, { wire, now: news.now }));
  return {
    ...verdict,
    required,
    now: news.now,
    record: gate.state,
    credential: chosen.credential,
    requests: wire.requests(),
    notes: [
      ...noteGate(gate),
      ...noteRaise(raisedFrom),
      ...(chosen.isHalf ? chosen.skipped : []),
      ...(deps.stopped.aborted ? ["The step was stopped."] : []),
      ...[reason, stored].flatMap((note) => (note === undefined ? [] : [capitalize(note)])),
    ],
    // Only in the summary: if a control plane has no App, this note would clutter the log of every
    // run.
    forSummary: chosen.isHalf ? [] : chosen.skipped,
  };
}

function stopAtGate({ remaining, limit, reset }: GateRecord, now: Date): Admission {
  return {
    admitted: false,
    reason: "gate-active",
    remaining,
    limit,
    required: leastRequests,
    reset,
    now,
    record: "active",
    credential: undefined,
    requests: 0,
    notes: [],
    forSummary: [],
  };
}

/**
 * @throws InvalidInput for unreadable settings, and if there are neither settings nor a requirement
 */
async function findRequirement(
  asked: Requirement | undefined,
  { profile, deps }: Wire,
): Promise<Requirement> {
  // Invalid settings are an error even if a requirement was passed.
  const reach = await findReach(profile, deps);
  if (asked) return asked;
  if (reach) return requireForTargets(reach);
  throw new InvalidInput(`${profile.brand.folder}/control-plane.json not found.`, [
    { text: "Check out the control repository before this step" },
    {
      text: "Or specify the required number of requests",
      command: typedWith(["admit"], "--requirement", "100"),
    },
  ]);
}

function requireCredential(env: AdmitDeps["env"]): ChosenCredential {
  const chosen = chooseCredential(env);
  if (chosen) return chosen;
  throw new InvalidInput("This step has no credential, not even the workflow token.", [
    { text: "Pass a credential to the step", command: ownCommandLine("admit", "--help") },
  ]);
}

/** Reads the capacity with the credential, and then revokes the token if one was minted for it. */
async function recordReading(
  { bearer }: ChosenCredential,
  wire: Wire,
): Promise<{ readonly news: CapacityNews; readonly reason?: string }> {
  const held = await mintAndRevoke(bearer, preActivation, wire);
  if (held.kind !== "minted") {
    const news = { capacity: toCapacity(held), now: wire.deps.now() };
    return { news, ...("reason" in held && { reason: held.reason }) };
  }
  const news = await readCapacity(held, wire);
  // If no requests are left, the revocation would be rejected, and repeated rejected requests can
  // block the App. The token expires on its own.
  if (!isUsedUp(news.capacity)) await held.end();
  return { news };
}

function toCapacity(failure: {
  readonly kind: "used-up" | "refused" | "unreadable";
  readonly reset?: number | undefined;
}): Capacity {
  const { kind, reset } = failure;
  return kind === "used-up" ? { kind, limit: 0, reset } : { kind };
}

function isUsedUp(capacity: Capacity): boolean {
  return capacity.kind === "used-up" || (capacity.kind === "counted" && capacity.remaining === 0);
}

function noteGate({ state }: GateReading): string[] {
  return state === "invalid" ? [`${gateVariable} does not contain a valid gate record.`] : [];
}

function noteRaise(raisedFrom: number | undefined): string[] {
  if (raisedFrom === undefined) return [];
  return [`The requirement of ${raisedFrom} was raised to the minimum of ${leastRequests}.`];
}

function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
