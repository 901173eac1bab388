import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { stageStep } from "../../src/plane/rotate/journal-steps.ts";
import { advance } from "../../src/plane/rotate/rotation.ts";
import type { Replacement } from "../../src/plane/rotate/journal-results.ts";
import type { Revocation, Rotation } from "../../src/plane/rotate/rotation.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink } from "../../src/forge/web-links.ts";
import { count } from "../../src/shared/count.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { fingerprintKey } from "../../src/credentials/apps/private-key.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { askToEnd, shortPrint } from "../shared/ask-to-end.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { discardAnswerIfRefused } from "../shared/discard-answer-if-refused.ts";
import { enterKey } from "../setup/enter-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { KeyRotation } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { completeRotation } from "./rotation-plan.ts";
import { watchOldKey } from "./watch-old-key.ts";
import type { WatchDeps } from "./watch-old-key.ts";

type RecordDeps = Pick<RotateDeps, "operator" | "now">;
type ProveGoneDeps = WatchDeps & RecordDeps & Pick<RotateDeps, "readKeyFile">;
export type RevokeKeyDeps = ControlLocation & ProveGoneDeps;

/**
 * Has the operator delete an App's old key. Requires a validated rotation, so it cannot be called
 * before the new key is verified.
 * @throws Incomplete if the operator keeps the key
 */
export async function revokeKey(
  context: FlowContext,
  deps: RevokeKeyDeps,
  validated: KeyRotation<"validated">,
): Promise<KeyRotation<"revoked">> {
  const { role, replacement, rotation } = validated;
  const { fingerprint } = replacement;
  const key = stageStep(deps, "revoked", { credential: `${role}-app`, fingerprint });
  const evidence =
    context.restore(key) ?? (await context.record(key, await endOldKey(context, deps, validated)));
  await completeRotation(context);
  context.mark({
    name: `Old ${titleOf(role)} key`,
    ...(evidence.how === "seen"
      ? { state: "done", summary: "revoked: no longer accepted" }
      : { state: "reported", summary: `reported as revoked by ${evidence.by}` }),
  });
  return { ...validated, rotation: advance(rotation, "revoked", evidence) };
}

type Ending = Pick<FlowContext, "ask" | "vault" | "read" | "discardAnswer">;

/** Revokes the old key. If the operator keeps the key, the next run asks again. */
async function endOldKey(
  context: Ending,
  deps: RevokeKeyDeps,
  validated: KeyRotation<"validated">,
): Promise<Revocation> {
  const { role, ready, replacement } = validated;
  const link = appSettingsLink(deps.profile, ready.account, replacement.slug);
  const known = knownOldKey(replacement);
  const isMeant = known === undefined || (await isToEnd(context, validated, known));
  const revocation =
    isMeant &&
    (await retryWithOperator(context, { id: `${role}-revocation` }, () =>
      confirm(context, deps, { ...validated, link }),
    ));
  if (revocation) return revocation;
  await context.discardAnswer(`${role}-end-key`, `${role}-revoke`);
  throw notRevoked(deps, validated, link);
}

function knownOldKey({ previous, former }: Replacement): string | undefined {
  return previous?.fingerprint ?? former;
}

function isToEnd(
  context: Pick<FlowContext, "ask">,
  { role, rotation, replacement }: KeyRotation<"validated">,
  fingerprint: string,
): Promise<boolean> {
  return askToEnd(context, {
    id: `${role}-end-key`,
    title: endingOf(role),
    fingerprint,
    ends: "the previously stored key",
    stays: describeRemainingKeys(rotation, replacement),
    breaks: breaking,
  });
}

const breaking = "anything that still uses the old key, such as a run that started earlier";

function endingOf(role: AppRole): string {
  return `Revoke the old ${titleOf(role)} key`;
}

function describeRemainingKeys(
  { evidence }: Rotation<"validated">,
  { fingerprint }: Pick<Replacement, "fingerprint">,
): string {
  const runs = count(evidence.validated?.runs.length ?? 0, "run");
  const since = evidence.stored ? `stored on ${evidence.stored.at.slice(0, 10)}, ` : "";
  return `${shortPrint(fingerprint)}, ${since}verified by ${runs}`;
}

type Way = "deleted" | "provide" | "later";

type LinkedRotation = KeyRotation<"validated"> & { readonly link: string };

/**
 * Confirms the revocation with the best available evidence: rejection of the old key if it is
 * available, otherwise an operator's report.
 * @returns undefined if the operator keeps the key
 */
async function confirm(
  context: Ending,
  deps: RevokeKeyDeps,
  validated: LinkedRotation,
): Promise<Revocation | undefined> {
  const { role, replacement, link } = validated;
  const { clientId, previous } = replacement;
  const atHand = previous && context.vault.find(previous.keyId);
  if (previous && atHand) {
    await watchOldKey(context, deps, { role, link, clientId, key: atHand, ...previous });
    return record(context, deps, { how: "seen", fingerprint: previous.fingerprint });
  }
  await context.read(`opened ${link} again`, () => deps.openLink(link));
  const way = await unlessDone(context, validated);
  if (way === "later") return undefined;
  if (way === "provide")
    return discardAnswerIfRefused(context, `${role}-revoke`, () =>
      proveGone(context, deps, validated),
    );
  const fingerprint = knownOldKey(replacement);
  return record(context, deps, {
    how: "reported",
    ...(fingerprint !== undefined && { fingerprint }),
  });
}

function unlessDone({ ask }: Ending, { role, rotation, replacement, link }: LinkedRotation) {
  const known = knownOldKey(replacement);
  return ask.choose<Way>({
    id: `${role}-revoke`,
    title: `Did you delete the old ${titleOf(role)} key?`,
    weight: "cannot be undone",
    facts: [
      { name: "Revokes", text: known ?? "every other key on the App's page" },
      { name: "Keeps", text: describeRemainingKeys(rotation, replacement) },
      { name: "Breaks", text: breaking },
    ],
    body: ["Delete the key on the App's page, under Private keys:", link],
    // Pressing Enter alone must not count as a report.
    options: [
      { value: "later", label: "Not yet", hint: "run the same command again to resume" },
      {
        value: "deleted",
        label: "Yes, I deleted it",
        hint: "recorded as reported by you, not verified",
      },
      {
        value: "provide",
        label: "Check with the old key",
        hint: "tests the old key until it is rejected",
      },
    ],
    why: `The old key still works: anyone who has it can act as ${replacement.slug}. Only a user can delete it, on the App's page.`,
  });
}

/**
 * Verifies the revocation with the old key. A rejection proves the revocation only if the key
 * worked before, or if the key is the old key that was verified earlier.
 */
async function proveGone(
  context: Ending,
  deps: ProveGoneDeps,
  validated: LinkedRotation,
): Promise<Revocation | undefined> {
  const { role, replacement, link } = validated;
  const { clientId, previous } = replacement;
  const key = context.vault.require(await enterKey(context, deps, role, "old-key"));
  const fingerprint = fingerprintKey(key);
  if (fingerprint === replacement.fingerprint) {
    throw new Incomplete("This is the new key, which you need to keep.", [
      { text: "Provide the old key, or confirm that it is deleted" },
    ]);
  }
  const isAnother = fingerprint !== knownOldKey(replacement);
  if (isAnother && !(await isToEnd(context, validated, fingerprint))) return undefined;
  const wasSeen = previous?.fingerprint === fingerprint;
  await watchOldKey(context, deps, { role, link, clientId, key, fingerprint, mustWork: !wasSeen });
  return record(context, deps, { how: "seen", fingerprint });
}

async function record(
  { read }: Pick<FlowContext, "read">,
  deps: RecordDeps,
  seen: Pick<Revocation, "how" | "fingerprint">,
): Promise<Revocation> {
  const by = await read("operator", () => deps.operator());
  return { at: deps.now().toISOString(), by, ...seen };
}

function notRevoked(
  deps: ControlLocation,
  { role, replacement }: KeyRotation<"validated">,
  link: string,
): Incomplete {
  return new Incomplete(
    `The new ${titleOf(role)} key is stored and works, but the old one is not revoked.`,
    [
      { text: `Delete the old key and keep ${replacement.fingerprint}`, link },
      { text: "Then continue", command: commandLine("rotate", deps) },
    ],
  );
}
