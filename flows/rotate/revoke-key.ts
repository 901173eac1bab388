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
import type { ControlPlace } from "../shared/control-place.ts";
import type { KeyRotation } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { completeRotation } from "./rotation-plan.ts";
import { watchOldKey } from "./watch-old-key.ts";
import type { WatchDeps } from "./watch-old-key.ts";

type RecordDeps = Pick<RotateDeps, "operator" | "now">;
type ProveGoneDeps = WatchDeps & RecordDeps & Pick<RotateDeps, "readKeyFile">;
export type RevokeKeyDeps = ControlPlace & ProveGoneDeps;

/**
 * Has the operator delete an App's old key. It takes the proof that the new one was seen to work: before that,
 * nothing can call it.
 * @throws Incomplete when the operator keeps it
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
    context.restore(key) ??
    (await context.remember(key, await endOldKey(context, deps, validated)));
  await completeRotation(context);
  context.mark({
    name: `${titleOf(role)} old key`,
    ...(evidence.how === "seen"
      ? { state: "done", summary: "revoked: the forge refuses it" }
      : { state: "told", summary: `revoked, by ${evidence.by}'s word` }),
  });
  return { ...validated, rotation: advance(rotation, "revoked", evidence) };
}

type Ending = Pick<FlowContext, "ask" | "vault" | "read" | "discardAnswer">;

/** What is kept is asked about again by the next run. */
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
    ends: "the key that was stored before",
    stays: describeRemainingKeys(rotation, replacement),
    breaks: breaking,
  });
}

const breaking = "whatever still uses the old key, such as a run that began before";

function endingOf(role: AppRole): string {
  return `End the old key of the ${titleOf(role)}`;
}

function describeRemainingKeys(
  { evidence }: Rotation<"validated">,
  { fingerprint }: Pick<Replacement, "fingerprint">,
): string {
  const runs = count(evidence.validated?.runs.length ?? 0, "run");
  const since = evidence.stored ? `stored on ${evidence.stored.at.slice(0, 10)}, ` : "";
  return `${shortPrint(fingerprint)}, ${since}proved by ${runs}`;
}

type Way = "deleted" | "bring" | "later";

type LinkedRotation = KeyRotation<"validated"> & { readonly link: string };

/**
 * As far as it can be proved: the forge refuses a key that is at hand; otherwise there is only somebody's word.
 * Undefined where the operator keeps the key.
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
  if (way === "bring")
    return discardAnswerIfRefused(context, `${role}-revoke`, () =>
      proveGone(context, deps, validated),
    );
  const fingerprint = knownOldKey(replacement);
  return record(context, deps, { how: "word", ...(fingerprint !== undefined && { fingerprint }) });
}

function unlessDone({ ask }: Ending, { role, rotation, replacement, link }: LinkedRotation) {
  const known = knownOldKey(replacement);
  return ask.choose<Way>({
    id: `${role}-revoke`,
    title: `Is the old key of the ${titleOf(role)} deleted?`,
    weight: "cannot be undone",
    facts: [
      { name: "Ends", text: known ?? "every other key on the App's page" },
      { name: "Stays", text: describeRemainingKeys(rotation, replacement) },
      { name: "Breaks", text: breaking },
    ],
    body: ["Delete it on the App's page, under Private keys:", link],
    // Enter alone is not to be anybody's word.
    options: [
      { value: "later", label: "Not yet", hint: "the same command comes back to this" },
      {
        value: "deleted",
        label: "Yes, I deleted it",
        hint: "recorded as your word, with name and time",
      },
      {
        value: "bring",
        label: "I have the old key",
        hint: "the forge is asked until it refuses that key",
      },
    ],
    why: `The old key still works: whoever has it can act as ${replacement.slug}. Only a person can delete it, on the App's page.`,
  });
}

/** A key that was never seen to work proves nothing by being refused, unless it is the one that was seen before. */
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
    throw new Incomplete("That is the new key. It is the one to keep.", [
      { say: "Bring the old one, or give your word that it is deleted" },
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
  deps: ControlPlace,
  { role, replacement }: KeyRotation<"validated">,
  link: string,
): Incomplete {
  return new Incomplete(
    `The new key of the ${titleOf(role)} is stored and works; the old one is not revoked.`,
    [
      { say: `Delete the old key, and keep ${replacement.fingerprint}`, link },
      { say: "Then continue", command: commandLine("rotate", deps) },
    ],
  );
}
