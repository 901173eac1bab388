import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { appNameLimit, slugOf } from "../../src/plane/setup/app-name.ts";
import { madeStep, registeredStep } from "../../src/plane/setup/journal-steps.ts";
import { explainInUse } from "../../src/plane/setup/name-holder.ts";
import { changeOption } from "../../src/shared/change-option.ts";
import { halvesOf } from "../../src/plane/repository/stored-records.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { appLookup } from "./read-credential-state.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type ProbeDeps = ControlLocation & Pick<SetUpDeps, "findNameHolder" | "operator">;
export type NameDeps = ProbeDeps & Pick<SetUpDeps, "appNames" | "commandGiven">;
type GivenDeps = NameDeps & Pick<SetUpDeps, "readRecords" | "findApp">;

const mostSuggestions = 9;

/** A name that is not available. */
export interface NameInUse {
  /** The reason, as a sentence without its final period. */
  readonly reason: string;
  /** A similar name that seems available; undefined if none was found. */
  readonly free: string | undefined;
}

/** Checks whether a name is available for a new App, before a browser opens to create the App. */
export async function findInUse(deps: ProbeDeps, name: string): Promise<NameInUse | undefined> {
  const reason = await probe(deps, name);
  return reason === undefined ? undefined : { reason, free: await findFree(deps, name) };
}

/**
 * Checks the names from the command line, before anything is asked or created. A role whose App
 * already exists is skipped: the name may refer to that App.
 * @throws InvalidInput with an available name
 */
export async function requireFreeNames(
  context: Pick<FlowContext, "ask" | "read" | "restore">,
  deps: GivenDeps,
): Promise<void> {
  if (appRoles.every((role) => deps.appNames[role] === undefined)) return;
  const title = "Checking whether the names are available";
  const taken = await context.read("names", () =>
    retryWithOperator(context, { id: "names" }, () =>
      context.ask.progress({ id: "names", title }, () => findGivenTaken(context, deps)),
    ),
  );
  if (taken) throw nameTaken(deps, taken);
}

/** Checks the name of one App, when it is certain that a new App is needed. */
export async function requireFreeName(deps: NameDeps, role: AppRole): Promise<void> {
  const taken = await findTakenOf(deps, role);
  if (taken) throw nameTaken(deps, taken);
}

interface TakenOption extends NameInUse {
  readonly role: AppRole;
  readonly name: string;
}

async function findGivenTaken(
  { read, restore }: Pick<FlowContext, "read" | "restore">,
  deps: GivenDeps,
): Promise<TakenOption | undefined> {
  const records = await read("records", () => deps.readRecords());
  for (const role of appRoles) {
    const location = { ...deps, role };
    const isThere = restore(madeStep(location)) ?? restore(registeredStep(location));
    if (isThere !== undefined || halvesOf(records, role).clientId !== undefined) continue;
    const taken = (await hasOwn({ read }, deps, role)) ? undefined : await findTakenOf(deps, role);
    if (taken) return taken;
  }
  return undefined;
}

/**
 * Returns whether the owner already has an App with this name. If so, the name refers to that App.
 */
async function hasOwn(
  { read }: Pick<FlowContext, "read">,
  { appNames, findApp, repository }: GivenDeps,
  role: AppRole,
): Promise<boolean> {
  const name = appNames[role];
  if (name === undefined) return false;
  const found = await read(appLookup(name), () => findApp(slugOf(name)));
  if (found === undefined || found === "refused") return false;
  return found.owner.toLowerCase() === repository.owner.toLowerCase();
}

async function findTakenOf(deps: NameDeps, role: AppRole): Promise<TakenOption | undefined> {
  const name = deps.appNames[role];
  const taken = name === undefined ? undefined : await findInUse(deps, name);
  return name === undefined || !taken ? undefined : { role, name, ...taken };
}

async function probe(deps: ProbeDeps, name: string): Promise<string | undefined> {
  const holder = await deps.findNameHolder(name);
  if (!holder) return undefined;
  return explainInUse(holder, { owner: deps.repository.owner, operator: await deps.operator() });
}

async function findFree(deps: ProbeDeps, name: string): Promise<string | undefined> {
  for (let count = 2; count <= mostSuggestions; count += 1) {
    const suggestion = `${name.slice(0, appNameLimit - 2)}-${count}`;
    if ((await probe(deps, suggestion)) === undefined) return suggestion;
  }
  return undefined;
}

function nameTaken(
  { commandGiven }: Pick<NameDeps, "commandGiven">,
  { role, name, reason, free }: TakenOption,
): InvalidInput {
  const option = `--${role}-app-name`;
  const hints =
    free === undefined
      ? [{ text: "Choose a different name" }]
      : [{ text: `"${free}" is available`, command: changeOption(commandGiven, option, free) }];
  return new InvalidInput(`${option} ${name}: ${reason}.`, hints);
}
