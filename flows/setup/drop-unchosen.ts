import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { appRoles, titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { appRecords } from "../../src/credentials/records.ts";
import { droppedStep } from "../../src/plane/setup/journal-steps.ts";
import { halvesOf } from "../../src/plane/repository/stored-records.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type DropDeps = ControlLocation & Pick<SetUpDeps, "readRecords" | "dropCredential">;
type Dropping = Pick<FlowContext, "ask" | "read" | "record" | "reset">;

/**
 * Deletes the records of Apps that the profile does not use, if the operator agrees. A run uses
 * each App whose record is stored, regardless of the profile.
 * @returns the Apps whose records are kept
 */
export async function dropUnchosen(
  context: Dropping,
  deps: DropDeps,
  chosen: readonly AppRole[],
): Promise<AppRole[]> {
  const kept: AppRole[] = [];
  for (const role of appRoles.filter((each) => !chosen.includes(each))) {
    const records = await context.read("records", () => deps.readRecords());
    const { clientId, hasKey } = halvesOf(records, role);
    if (clientId === undefined && !hasKey) continue;
    if (await isToDelete(context, role)) await drop(context, deps, { role, clientId });
    else kept.push(role);
  }
  return kept;
}

async function isToDelete({ ask }: Pick<Dropping, "ask">, role: AppRole): Promise<boolean> {
  const { variable, secret } = appRecords[role];
  const way = await ask.failure<"delete" | "keep">({
    id: `${role}-unchosen`,
    title: `Keep or delete the ${titleOf(role)}'s credentials?`,
    weight: "cannot be undone",
    facts: [
      { name: "Deletes", text: `the variable ${variable} and the secret ${secret}` },
      { name: "Keeps", text: "the App itself; a new key makes it usable again" },
    ],
    error: {
      message: `The profile does not use the ${titleOf(role)}, but its credentials are stored, so runs would use them.`,
      state: "attention",
      hints: [],
    },
    options: [
      { value: "keep", label: "Keep them", hint: "runs use the App; setup stays incomplete" },
      { value: "delete", label: "Delete them", hint: "to use the App again, you need a new key" },
    ],
  });
  return way === "delete";
}

async function drop(
  context: Dropping,
  deps: DropDeps,
  { role, clientId }: { role: AppRole; clientId: string | undefined },
): Promise<void> {
  const title = `Deleting the ${titleOf(role)}'s record from ${deps.repository.full}`;
  await retryWithOperator(context, { id: `${role}-drop` }, () =>
    context.ask.progress({ id: `${role}-drop`, title, mustEnd: true }, () =>
      deps.dropCredential(role),
    ),
  );
  await context.reset("records");
  if (clientId !== undefined) await context.record(droppedStep({ ...deps, role }, clientId), true);
}
