import { preActivation } from "../../credentials/apps/ceilings.ts";
import { gateVariable } from "../../credentials/records.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";
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
  /** As it was typed; without it the settings say. */
  readonly requirement?: string | undefined;
}

/**
 * Whether a run may begin: not while a gate record is active; else as many requests have to be left to the credential that
 * precompute will read with as the run requires.
 * @throws InvalidInput for a wrong requirement, settings that cannot be read, a step that was not told where it runs
 */
export async function admit({ requirement }: AdmitRequest, deps: AdmitDeps): Promise<Admission> {
  const { env } = deps;
  const asked = requirement === undefined ? undefined : parseRequirement(requirement);
  // The gate comes before the settings, and before everything else that can be wrong: it stops the run whatever they
  // say, at no cost, where a hundred runs begin at once. Whoever mends them is stopped neither sooner nor later by them.
  const gate = readGateRecord(env[gateVariable], deps.now());
  if (gate.state === "active") return stopAtGate(gate.record, deps.now());
  const wire = openWire(deps);
  const { required, raisedFrom } = await findRequirement(asked, wire);
  const chosen = requireCredential(env);
  const { news, because } = await recordReading(chosen, wire);
  // Who was told to end does not begin.
  const capacity: Capacity = deps.stopped.aborted ? { kind: "unreadable" } : news.capacity;
  const verdict = evaluateRun(capacity, required);
  const record = recordDenial(verdict, {
    standing: env[gateVariable],
    sourceRunId: stepVariable(env, "RUN_ID"),
    now: news.now,
  });
  const stored = record && (await storeRecord(record, wire));
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
      ...(chosen.isHalf ? chosen.passedOver : []),
      ...(deps.stopped.aborted ? ["The step was told to end."] : []),
      ...[because, stored].flatMap((note) => (note === undefined ? [] : [capitalize(note)])),
    ],
    // In every run of a control plane that has no App it would be but noise in the log.
    forSummary: chosen.isHalf ? [] : chosen.passedOver,
  };
}

function stopAtGate({ remaining, limit, reset }: GateRecord, now: Date): Admission {
  return {
    admitted: false,
    because: "gate-active",
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

/** @throws InvalidInput for settings that cannot be read, and for none where no requirement was told either */
async function findRequirement(
  asked: Requirement | undefined,
  { profile, deps }: Wire,
): Promise<Requirement> {
  // Broken settings are those of a broken control plane, whatever requirement was told.
  const reach = await findReach(profile, deps);
  if (asked) return asked;
  if (reach) return requireForTargets(reach);
  throw new InvalidInput(`There is no ${profile.brand.folder}/control-plane.json here.`, [
    { say: "Check the control repository out in a step before this one" },
    { say: "Or tell the requirement", command: ownCommandLine("admit", "--requirement", "100") },
  ]);
}

function requireCredential(env: AdmitDeps["env"]): ChosenCredential {
  const chosen = chooseCredential(env);
  if (chosen) return chosen;
  throw new InvalidInput("This step has no credential: not even the workflow token is here.", [
    { say: "Hand the step what it is to ask with", command: ownCommandLine("admit", "--help") },
  ]);
}

/** Asks the forge as the credential, and ends what was minted for it. */
async function recordReading(
  { bearer }: ChosenCredential,
  wire: Wire,
): Promise<{ readonly news: CapacityNews; readonly because?: string }> {
  const held = await mintAndRevoke(bearer, preActivation, wire);
  if (held.kind !== "minted") {
    const news = { capacity: toCapacity(held), now: wire.deps.now() };
    return { news, ...("because" in held && { because: held.because }) };
  }
  const news = await readCapacity(held.token, wire);
  // Nothing is left: another request would be refused, and many of them get an App blocked. The token ends by itself.
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
  return state === "invalid" ? [`${gateVariable} holds no record that can be believed.`] : [];
}

function noteRaise(raisedFrom: number | undefined): string[] {
  if (raisedFrom === undefined) return [];
  return [`The requirement of ${raisedFrom} is raised to ${leastRequests}, the least of any run.`];
}

function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
