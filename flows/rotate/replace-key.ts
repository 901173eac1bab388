import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Replacement } from "../../src/plane/rotate/journal-results.ts";
import { replacementStep, stageStep } from "../../src/plane/rotate/journal-steps.ts";
import { advance, beginRotation } from "../../src/plane/rotate/rotation.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { appRecords } from "../../src/credentials/records.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { keyDateOf } from "../../src/plane/repository/stored-records.ts";
import { shortPrint } from "../shared/ask-to-end.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { provideKey } from "./provide-key.ts";
import type { ProvideKeyDeps } from "./provide-key.ts";
import { findOutStored } from "./find-out-stored.ts";
import type { FindOutDeps } from "./find-out-stored.ts";
import type { KeyRotation, KeySubject } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { completeRotation } from "./rotation-plan.ts";

type StoreDeps = ControlLocation & Pick<RotateDeps, "storeCredential" | "readRecords" | "now">;
export type ReplaceKeyDeps = ProvideKeyDeps & StoreDeps & FindOutDeps;

/**
 * Imports a new key of an App and replaces the stored key with it. The old key stays valid until it
 * is revoked.
 */
export async function replaceKey(
  context: FlowContext,
  deps: ReplaceKeyDeps,
  subject: KeySubject,
): Promise<KeyRotation<"stored">> {
  const { role, open } = subject;
  const replacement = await provideStorableKey(context, deps, subject);
  const { at, fingerprint, previous } = replacement;
  const proved = advance(beginRotation(`${role}-app`, { at: open.startedAt }), "proved", {
    at,
    fingerprint,
    ...(previous && { previousFingerprint: previous.fingerprint }),
  });
  const stored = await storeReplacement(context, deps, { role, replacement });
  await completeRotation(context);
  context.mark({
    name: `${titleOf(role)} key`,
    state: "done",
    summary: `stored ${shortPrint(fingerprint)}`,
  });
  return { ...subject, replacement, rotation: advance(proved, "stored", stored) };
}

/**
 * Returns a key that can be stored. A key that an earlier run imported existed only in the memory
 * of that run's process. The operator must therefore provide it again, unless that run stored the
 * key, with or without recording this.
 */
async function provideStorableKey(
  context: FlowContext,
  deps: ReplaceKeyDeps,
  subject: KeySubject,
): Promise<Replacement> {
  const key = replacementStep(deps, `${subject.role}-app`);
  const earlier = context.restore(key);
  if (earlier) {
    const isStored = context.restore(storedStep(deps, subject.role, earlier)) !== undefined;
    if (isStored || context.vault.find(earlier.keyId)) return earlier;
  }
  const found =
    earlier && (await findOutStored(context, deps, { role: subject.role, replacement: earlier }));
  if (earlier && found?.isStored) return earlier;
  return context.record(key, await provideKey(context, deps, { ...subject, seen: found?.seen }));
}

async function storeReplacement(
  context: Pick<FlowContext, "ask" | "vault" | "step" | "restore" | "record">,
  deps: StoreDeps,
  { role, replacement }: { role: AppRole; replacement: Replacement },
): Promise<{ at: string; fingerprint: string }> {
  const { clientId, keyId, fingerprint } = replacement;
  return retryWithOperator(context, { id: `${role}-store` }, () =>
    context.step(storedStep(deps, role, replacement), () =>
      context.ask.progress(
        {
          id: `${role}-storing`,
          title: `Storing the new ${titleOf(role)} key`,
          mustEnd: true,
        },
        async (report, signal) => {
          report({ line: `secret ${appRecords[role].secret}` });
          const key = context.vault.require(keyId);
          await noteBegun(context, deps, { role, replacement });
          await deps.storeCredential({ role, clientId, key }, signal);
          return { at: deps.now().toISOString(), fingerprint };
        },
      ),
    ),
  );
}

/**
 * Records the state before the first attempt, in case a later run has to continue. Further attempts
 * do not change this record.
 */
async function noteBegun(
  { restore, record }: Pick<FlowContext, "restore" | "record">,
  deps: StoreDeps,
  { role, replacement }: { role: AppRole; replacement: Replacement },
): Promise<void> {
  const { fingerprint } = replacement;
  const storing = stageStep(deps, "storing", { credential: `${role}-app`, fingerprint });
  if (restore(storing)) return;
  const before = keyDateOf(await deps.readRecords(), role);
  const at = deps.now().toISOString();
  await record(storing, { at, ...(before !== undefined && { before }) });
}

function storedStep(deps: ControlLocation, role: AppRole, { fingerprint }: Replacement) {
  return stageStep(deps, "stored", { credential: `${role}-app`, fingerprint });
}
