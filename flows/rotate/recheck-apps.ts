import { accessRow } from "../shared/rows.ts";
import { appRoles, titleOf } from "../../src/credentials/apps/app-role.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Recheck, RecheckedApp } from "../../src/plane/rotate/journal-results.ts";
import { proofStep } from "../../src/plane/rotate/journal-steps.ts";
import type { ProvedApp } from "../../src/plane/setup/proof-news.ts";
import { advance } from "../../src/plane/rotate/rotation.ts";
import { halvesOf, keyDateOf } from "../../src/plane/repository/stored-records.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { KeyRotation } from "./key-rotation.ts";
import { findRotated, recheckApp } from "./recheck-app.ts";
import type { RecheckAppDeps, RecheckSubject } from "./recheck-app.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { proveStored } from "./validate-keys.ts";

export type RecheckDeps = RecheckAppDeps &
  Pick<RotateDeps, "runProof" | "readRecords" | "now" | "keepProofs">;

/**
 * Checks both installations again with the stored keys, after the old keys are revoked. A rotated
 * App must match the plan; differences in the other App are only reported.
 */
export async function recheckApps(
  context: FlowContext,
  deps: RecheckDeps,
  subject: RecheckSubject,
): Promise<{ recheck: Recheck; rechecked: KeyRotation<"rechecked">[] }> {
  const { revoked } = subject;
  const fingerprints = revoked.map(({ replacement }) => replacement.fingerprint);
  const recheck = await retryWithOperator(context, { id: "recheck" }, () =>
    context.step(proofStep(deps, "rechecked", fingerprints), () =>
      readApps(context, deps, subject),
    ),
  );
  for (const { role, isProved, text } of recheck.apps) {
    const state = isProved ? "done" : "unknown";
    context.mark({ name: accessRow(role), state, summary: text });
  }
  const findings = recheck.apps.map(({ role, text }) => `${titleOf(role)}: ${text}`);
  const rechecked = revoked.map((each) => ({
    ...each,
    rotation: advance(each.rotation, "rechecked", { at: recheck.at, findings }),
  }));
  return { recheck, rechecked };
}

async function readApps(
  context: Pick<FlowContext, "ask" | "read">,
  deps: RecheckDeps,
  subject: RecheckSubject,
): Promise<Recheck> {
  // Reads the records before the run, because the run does not test a key that is stored during the
  // run.
  const records = await deps.readRecords();
  const proof = await proveStored(context, deps, "recheck");
  const apps: RecheckedApp[] = [];
  const proved: ProvedApp[] = [];
  for (const role of appRoles) {
    const halves = halvesOf(records, role);
    // Skips an incomplete record, except for an App whose key was just stored.
    const clientId = findRotated(subject, role)?.clientId ?? (halves.hasKey && halves.clientId);
    if (!clientId) continue;
    const found = await recheckApp(context, deps, { ...subject, role, clientId, proof });
    apps.push(found.app);
    const keyDate = keyDateOf(records, role);
    if (found.seen && keyDate !== undefined)
      proved.push({ role, clientId, keyDate, ...found.seen });
  }
  await deps.keepProofs({ proved, refuted: [] });
  return { at: deps.now().toISOString(), runLink: proof.runLink, apps };
}
