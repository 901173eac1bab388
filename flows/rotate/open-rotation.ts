import type { FlowContext } from "../../src/asking/flow-context.ts";
import { openStep } from "../../src/control/rotation/journal-steps.ts";
import type { OpenRotation } from "../../src/control/rotation/journal-results.ts";
import { appCredentials, roleOf } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { patSecret } from "../../src/credentials/records.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import { commandLine } from "../../src/control/command-line.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { describeRotation } from "./describe-rotation.ts";
import { listStored, notStored } from "./list-stored.ts";
import type { ListDeps, Stored } from "./list-stored.ts";
import type { RotateDeps } from "./rotate-deps.ts";

type Choice = "both" | StoredCredential;

type OpenDeps = ControlPlace & ListDeps & Pick<RotateDeps, "operator" | "now">;

/** Continues the rotation that is under way, or begins one with what is stored. */
export async function openRotation(context: FlowContext, deps: OpenDeps): Promise<OpenRotation> {
  const { ask, recall, read, remember } = context;
  const earlier = recall(openStep(deps));
  if (earlier) {
    requireSame(deps, earlier);
    return earlier;
  }
  const stored = await ask.progress({ id: "records", title: "Reading what is stored" }, () =>
    read("stored credentials", () => listStored(deps)),
  );
  const credentials = deps.wanted ?? (await chooseCredentials(context, stored));
  const missing = credentials.filter((each) => !stored.all.includes(each));
  if (missing.length > 0) throw nothingStored(deps, missing);
  await ask.disclose({
    id: "rotation-plan",
    title: "What will happen",
    body: describeRotation(credentials),
    proceed: "Continue",
  });
  return remember(openStep(deps), {
    startedAt: deps.now().toISOString(),
    by: await deps.operator(),
    credentials,
  });
}

/** Another choice would leave a stored key behind that nobody validated. */
function requireSame(deps: ControlPlace & Pick<RotateDeps, "wanted">, open: OpenRotation): void {
  const { wanted } = deps;
  const isSame =
    wanted === undefined || wanted.toSorted().join() === open.credentials.toSorted().join();
  if (isSame) return;
  throw new InvalidInput(
    `A rotation of ${open.credentials.map(nameOf).join(", ")} is under way since ${open.startedAt}.`,
    [
      { say: "Continue it", command: commandLine("rotate", deps) },
      {
        say: "Or forget it and begin another",
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
    title: "What is rotated?",
    options: [
      {
        value: "both",
        label: "The keys of both Apps",
        hint: "One validation for the two.",
        ...disabled(appCredentials),
      },
      { value: "read-app", label: "The key of the Read App", ...disabled(["read-app"]) },
      { value: "write-app", label: "The key of the Write App", ...disabled(["write-app"]) },
      {
        value: "pat",
        label: `The token in ${patSecret}`,
        ...(withoutPat !== undefined && { disabled: withoutPat }),
      },
    ],
    why: "A replacement is stored and seen to work before the old one is revoked: runs go on all the while.",
  });
  return choice === "both" ? appCredentials : [choice];
}

function nothingStored(deps: ControlPlace, missing: readonly StoredCredential[]) {
  return new Incomplete(
    `${deps.repository.full} has nothing stored for: ${missing.map(nameOf).join(", ")}.`,
    [{ say: "Set it up first", command: commandLine("setup", deps) }],
  );
}

export function nameOf(credential: StoredCredential): string {
  const role = roleOf(credential);
  return role === undefined ? "PAT" : titleOf(role);
}
