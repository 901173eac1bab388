import type { FlowContext } from "../../src/prompts/flow-context.ts";
import {
  openStep,
  patReplacementStep,
  replacementStep,
  stageStep,
} from "../../src/plane/rotate/journal-steps.ts";
import type { OpenRotation } from "../../src/plane/rotate/journal-results.ts";
import { appCredentials } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { patSecret } from "../../src/credentials/records.ts";
import { Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { listStored, notStored } from "./list-stored.ts";
import type { ListDeps, Stored } from "./list-stored.ts";
import { nameOf } from "./name-of.ts";
import { rotationOutline } from "./rotation-outline.ts";
import { planRotation } from "./rotation-plan.ts";
import type { RotateDeps } from "./rotate-deps.ts";

type Choice = "both" | StoredCredential;

type OpenDeps = ControlLocation & ListDeps & Pick<RotateDeps, "operator" | "now">;

/**
 * Continues the current rotation, or begins one with the stored credentials. Until a replacement is
 * stored, the choice of credentials can change.
 */
export async function openRotation(context: FlowContext, deps: OpenDeps): Promise<OpenRotation> {
  const { ask, restore, read, recordValue, outline } = context;
  const earlier = restore(openStep(deps));
  if (earlier && hasStored(context, deps, earlier)) {
    requireSame(deps, earlier);
    outline(rotationOutline(earlier.credentials));
    await ask.disclose(planRotation(earlier.credentials));
    return earlier;
  }
  const stored = await read("stored credentials", () =>
    ask.progress({ id: "records", title: "Reading the stored records", canLeave: true }, () =>
      listStored(deps),
    ),
  );
  const credentials = deps.wanted ?? (await chooseCredentials(context, stored));
  const missing = credentials.filter((each) => !stored.all.includes(each));
  if (missing.length > 0) throw nothingStored(deps, missing);
  outline(rotationOutline(credentials));
  await ask.disclose(planRotation(credentials));
  const by = await read("operator", () => deps.operator());
  const open = { startedAt: earlier?.startedAt ?? deps.now().toISOString(), by, credentials };
  await recordValue(openStep(deps), open);
  return open;
}

/** Returns whether a replacement was stored or may have been stored. */
function hasStored(
  { restore }: Pick<FlowContext, "restore">,
  deps: ControlLocation,
  { credentials }: OpenRotation,
): boolean {
  return credentials.some((credential) => {
    if (credential === "pat") return restore(patReplacementStep(deps)) !== undefined;
    const replacement = restore(replacementStep(deps, credential));
    if (!replacement) return false;
    const of = { credential, fingerprint: replacement.fingerprint };
    return (["storing", "stored"] as const).some(
      (stage) => restore(stageStep(deps, stage, of)) !== undefined,
    );
  });
}

/**
 * Rejects credentials other than those of the open rotation. Otherwise, a key that the open
 * rotation stored would never be validated.
 */
function requireSame(deps: ControlLocation & Pick<RotateDeps, "wanted">, open: OpenRotation): void {
  const { wanted } = deps;
  const isSame =
    wanted === undefined || wanted.toSorted().join() === open.credentials.toSorted().join();
  if (isSame) return;
  throw new InvalidInput(
    `A rotation of ${open.credentials.map(nameOf).join(", ")} has been in progress since ${open.startedAt}.`,
    [
      { text: "Continue that rotation", command: commandLine("rotate", deps) },
      {
        text: "Or abandon the rotation and start over",
        command: commandLine("rotate", deps, ["--start-over"]),
      },
    ],
  );
}

async function chooseCredentials(
  { ask }: Pick<FlowContext, "ask">,
  { all, withoutPat }: Stored,
): Promise<readonly StoredCredential[]> {
  const disabled = (needed: readonly StoredCredential[]) =>
    needed.every((each) => all.includes(each)) ? {} : { disabled: notStored };
  const choice = await ask.choose<Choice>({
    id: "rotate-what",
    name: "Rotate",
    title: "What should be rotated?",
    options: [
      {
        value: "both",
        label: "Both App keys",
        hint: "both tested before an old key is revoked",
        ...disabled(appCredentials),
      },
      { value: "read-app", label: "Read App key", ...disabled(["read-app"]) },
      { value: "write-app", label: "Write App key", ...disabled(["write-app"]) },
      {
        value: "pat",
        label: "PAT",
        hint: `secret ${patSecret}`,
        ...(withoutPat !== undefined && { disabled: withoutPat }),
      },
    ],
    why: "A credential is revoked only after its replacement is stored and tested, so runs are not interrupted.",
  });
  return choice === "both" ? appCredentials : [choice];
}

function nothingStored(deps: ControlLocation, missing: readonly StoredCredential[]) {
  return new Incomplete(
    `Nothing is stored in ${deps.repository.full} for: ${missing.map(nameOf).join(", ")}.`,
    [{ text: "Set up the control plane first", command: commandLine("setup", deps) }],
  );
}
