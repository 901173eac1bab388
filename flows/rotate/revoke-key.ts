import type { FlowContext } from "../../src/asking/flow-context.ts";
import { stageStep } from "../../src/control/rotation/journal-steps.ts";
import { advance } from "../../src/control/rotation/rotation.ts";
import type { Revocation } from "../../src/control/rotation/rotation.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appSettingsLink } from "../../src/forge/web-links.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { fingerprintKey } from "../../src/credentials/apps/private-key.ts";
import { commandLine } from "../../src/control/command-line.ts";
import { insist } from "../shared/insist.ts";
import { enterKey } from "../setup/enter-key.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { KeyRotation } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { watchOldKey } from "./watch-old-key.ts";
import type { WatchDeps } from "./watch-old-key.ts";

type RecordDeps = Pick<RotateDeps, "operator" | "now">;
type ProveGoneDeps = WatchDeps & RecordDeps & Pick<RotateDeps, "readKeyFile">;
export type RevokeKeyDeps = ControlPlace & ProveGoneDeps;

/**
 * Has the operator delete an App's old key. It takes the proof that the new one was seen to work: before that,
 * nothing can call it.
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
    context.recall(key) ??
    (await insist(context, { id: `${role}-revocation` }, async () =>
      context.remember(key, await confirm(context, deps, validated)),
    ));
  context.mark({
    name: `${titleOf(role)} old key`,
    ...(evidence.how === "seen"
      ? { state: "done", summary: "revoked: the forge refuses it" }
      : { state: "told", summary: `revoked, by ${evidence.by}'s word` }),
  });
  return { ...validated, rotation: advance(rotation, "revoked", evidence) };
}

type Way = "deleted" | "bring" | "later";

/** As far as it can be proved: the forge refuses a key that is at hand; otherwise there is only somebody's word. */
async function confirm(
  context: Pick<FlowContext, "ask" | "keeper" | "read">,
  deps: RevokeKeyDeps,
  validated: KeyRotation<"validated">,
): Promise<Revocation> {
  const { role, ready, replacement } = validated;
  const { clientId, previous } = replacement;
  const link = appSettingsLink(deps.profile, ready.account, replacement.slug);
  const atHand = previous && context.keeper.find(previous.keyId);
  if (previous && atHand) {
    await watchOldKey(context, deps, { role, link, clientId, key: atHand, ...previous });
    return record(context, deps, { how: "seen", fingerprint: previous.fingerprint });
  }
  await context.read(`opened ${link} again`, () => deps.openLink(link));
  const way = await context.ask.failure<Way>({
    id: `${role}-revoke`,
    title: `Is the old key of the ${titleOf(role)} deleted?`,
    error: {
      message: `The old key still works: whoever has it can act as ${replacement.slug}.`,
      hints: [
        {
          say: previous
            ? `Delete ${previous.fingerprint} there, and keep ${replacement.fingerprint}`
            : `Keep ${replacement.fingerprint} there, and delete every other key`,
          link,
        },
      ],
    },
    // Enter alone is not to be anybody's word.
    options: [
      { value: "later", label: "Not yet", hint: "The same command comes back to this." },
      {
        value: "deleted",
        label: "Yes, I deleted it",
        hint: "Recorded as your word, with your name and the time.",
      },
      {
        value: "bring",
        label: "I bring the old key, to have it proved",
        hint: "The forge is asked whether it still knows that key.",
      },
    ],
  });
  if (way === "later") throw notRevoked(deps, validated, link);
  if (way === "bring") return proveGone(context, deps, { ...validated, link });
  return record(context, deps, {
    how: "word",
    ...(previous && { fingerprint: previous.fingerprint }),
  });
}

/** A key that was never seen to work proves nothing by being refused, unless it is the one that was seen before. */
async function proveGone(
  context: Pick<FlowContext, "ask" | "keeper" | "read">,
  deps: ProveGoneDeps,
  { role, replacement, link }: KeyRotation<"validated"> & { link: string },
): Promise<Revocation> {
  const { clientId, previous } = replacement;
  const key = context.keeper.require(await enterKey(context, deps, role, "old-key"));
  const fingerprint = fingerprintKey(key);
  if (fingerprint === replacement.fingerprint) {
    throw new Incomplete("That is the new key. It is the one to keep.", [
      { say: "Bring the old one, or give your word that it is deleted" },
    ]);
  }
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
