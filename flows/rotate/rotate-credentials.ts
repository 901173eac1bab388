import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { OpenRotation, RotationOutcome } from "../../src/plane/rotate/journal-results.ts";
import { recordStep } from "../../src/plane/rotate/journal-steps.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { settingsPath } from "../../src/plane/scope/control-files.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { replacePat } from "./replace-pat.ts";
import type { PatRotation, ReplacePatDeps } from "./replace-pat.ts";
import { readSettingsOnce } from "./review-operations.ts";
import { recheckPat } from "./recheck-pat.ts";
import type { RecheckPatDeps } from "./recheck-pat.ts";
import { revokePat } from "./revoke-pat.ts";
import type { RevokePatDeps } from "./revoke-pat.ts";
import { validatePat } from "./validate-pat.ts";
import type { ValidatePatDeps } from "./validate-pat.ts";
import { openRotation } from "./open-rotation.ts";
import { recheckApps } from "./recheck-apps.ts";
import type { RecheckDeps } from "./recheck-apps.ts";
import { replaceKey } from "./replace-key.ts";
import type { ReplaceKeyDeps } from "./replace-key.ts";
import type { KeyRotation } from "./key-rotation.ts";
import { revokeKey } from "./revoke-key.ts";
import type { RevokeKeyDeps } from "./revoke-key.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { validateKeys } from "./validate-keys.ts";
import type { ValidateKeysDeps } from "./validate-keys.ts";

type KeyDeps = ReplaceKeyDeps & ValidateKeysDeps & RevokeKeyDeps & RecheckDeps;
type PatRotationDeps = ReplacePatDeps & ValidatePatDeps & RevokePatDeps & RecheckPatDeps;

/**
 * Replaces keys and tokens in the order that the specification requires: store the new ones, verify
 * them, and only then revoke the old ones. A run can be resumed no matter when it was killed.
 */
export async function rotateCredentials(
  context: FlowContext,
  deps: RotateDeps,
): Promise<RotationOutcome> {
  const ready = await context.read("readiness", () =>
    retryWithOperator(context, { id: "readiness" }, () =>
      context.ask.progress({ id: "preflight", title: "Checking the control repository" }, () =>
        deps.checkReadiness(),
      ),
    ),
  );
  const open = await openRotation(context, deps);
  const roles = appRoles.filter((role) => open.credentials.includes(`${role}-app`));
  const keys =
    roles.length > 0 ? await rotateKeys(context, deps, { ready, open, roles }) : undefined;
  const pat = open.credentials.includes("pat") ? [await rotatePat(context, deps, open)] : [];
  return context.record(recordStep(deps, open.startedAt), {
    ...open,
    endedAt: deps.now().toISOString(),
    rotations: [...(keys?.rechecked ?? []), ...pat].map(({ rotation }) => ({
      credential: rotation.credential,
      evidence: rotation.evidence,
    })),
    recheck: keys?.recheck,
  });
}

interface Keys {
  readonly ready: Readiness;
  readonly open: OpenRotation;
  readonly roles: readonly AppRole[];
}

/**
 * Stores both keys before either is validated, and validates both before either old key is revoked.
 */
async function rotateKeys(context: FlowContext, deps: KeyDeps, { roles, ready, open }: Keys) {
  const stored: KeyRotation<"stored">[] = [];
  for (const role of roles) stored.push(await replaceKey(context, deps, { role, ready, open }));
  const { validated, seen } = await validateKeys(context, deps, stored);
  const revoked: KeyRotation<"revoked">[] = [];
  for (const each of validated) revoked.push(await revokeKey(context, deps, each));
  return recheckApps(context, deps, { ready, seen, revoked });
}

async function rotatePat(
  context: FlowContext,
  deps: PatRotationDeps,
  open: OpenRotation,
): Promise<PatRotation<"rechecked">> {
  const settings = await readSettingsOnce(context, deps);
  if (!settings) throw noSettings(deps);
  const stored = await replacePat(context, deps, { open, settings });
  const validated = await validatePat(context, deps, stored);
  return recheckPat(context, deps, await revokePat(context, deps, validated));
}

function noSettings(deps: ControlLocation): Incomplete {
  const { repository, profile } = deps;
  return new Incomplete(`${settingsPath(profile.brand)} not found in ${repository.full}.`, [
    { text: "Define the scope first", command: commandLine("scope", deps) },
  ]);
}
