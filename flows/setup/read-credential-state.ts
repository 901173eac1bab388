import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { nameApp, slugOf } from "../../src/plane/setup/app-name.ts";
import { evaluateCredential } from "../../src/plane/setup/credential-state.ts";
import type { CredentialState, KnownApp } from "../../src/plane/setup/credential-state.ts";
import {
  droppedStep,
  madeStep,
  namedStep,
  registeredStep,
} from "../../src/plane/setup/journal-steps.ts";
import { halvesOf } from "../../src/plane/repository/stored-records.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type NameDeps = ControlLocation & Pick<SetUpDeps, "appNames" | "findApp">;
export type StateDeps = NameDeps & Pick<SetUpDeps, "readRecords">;

/**
 * Reads the stored records and the recorded steps. Looks up an App by name only if these do not
 * identify the App.
 */
export async function readCredentialState(
  { read, ask, restore }: Pick<FlowContext, "read" | "ask" | "restore">,
  deps: StateDeps,
  role: AppRole,
): Promise<CredentialState> {
  const records = await read("records", () =>
    ask.progress({ id: "records", title: "Reading the stored records" }, () => deps.readRecords()),
  );
  const location = { ...deps, role };
  const halves = halvesOf(records, role);
  const made = restore(madeStep(location));
  const isComplete = halves.clientId !== undefined && halves.hasKey;
  const named = made || isComplete ? undefined : await findNamed({ read, restore }, deps, role);
  const isRegistered = restore(registeredStep(location)) !== undefined;
  const wasDropped = ({ clientId }: KnownApp) =>
    restore(droppedStep(location, clientId)) !== undefined;
  return evaluateCredential({ halves, made, named, isRegistered, wasDropped });
}

interface RoleSearch {
  readonly roles: readonly AppRole[];
  readonly matches: (state: CredentialState) => boolean;
}

/** Returns the Apps whose credential is in a matching state. */
export async function findRoles(
  context: Pick<FlowContext, "read" | "ask" | "restore">,
  deps: StateDeps,
  { roles, matches }: RoleSearch,
): Promise<readonly AppRole[]> {
  const found: AppRole[] = [];
  for (const role of roles) {
    if (matches(await readCredentialState(context, deps, role))) found.push(role);
  }
  return found;
}

/**
 * Finds an App by the name that an earlier run recorded, or by the name that this run would
 * propose.
 */
async function findNamed(
  { read, restore }: Pick<FlowContext, "read" | "restore">,
  deps: NameDeps,
  role: AppRole,
): Promise<KnownApp | undefined> {
  const { repository, appNames, findApp } = deps;
  const begun = restore(namedStep({ ...deps, role }));
  const planned = appNames[role] ?? nameApp(repository, role);
  for (const name of new Set([begun ?? planned, planned])) {
    const found = await read(appLookup(name), () => findApp(slugOf(name)));
    if (found === undefined || found === "refused") continue;
    if (found.owner.toLowerCase() === repository.owner.toLowerCase()) return found;
  }
  return undefined;
}

/** Returns the cache key for an App lookup by name. */
export function appLookup(name: string): string {
  return `app ${slugOf(name)}`;
}
