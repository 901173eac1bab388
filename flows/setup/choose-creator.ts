import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { keychainStep, madeStep, registeredStep } from "../../src/plane/setup/journal-steps.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { count } from "../../src/shared/count.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { plannedName } from "./planned-name.ts";
import { findRoles } from "./read-credential-state.ts";
import type { StateDeps } from "./read-credential-state.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

/** How this run gets an App: it registers the App, or uses an App that already exists. */
export type Creator = "here" | "existing";

/** The operator asks an owner to create these Apps, so this run cannot set them up. */
export class HandedOver extends Error {
  override readonly name = "HandedOver";
  readonly roles: readonly AppRole[];

  constructor(roles: readonly AppRole[]) {
    super(`An owner has to create ${count(roles.length, "App")}.`);
    this.roles = roles;
  }
}

export const askOwnerLabel = "Ask an owner";

type Asking = Pick<FlowContext, "ask" | "restore">;
type NameDeps = ControlLocation & Pick<SetUpDeps, "appNames">;

interface Subject {
  readonly ready: Readiness;
  readonly roles: readonly AppRole[];
}

/**
 * Decides how this run gets the Apps that do not exist yet. An owner registers them. Any other
 * member is asked before a browser opens, because the registration page does not exist for them.
 * @returns undefined if all Apps exist
 * @throws HandedOver
 */
export async function chooseCreator(
  context: Asking & Pick<FlowContext, "read">,
  deps: StateDeps,
  { ready, roles }: Subject,
): Promise<Creator | undefined> {
  if (mayRegister(ready)) return "here";
  // Read once, because the question must keep its position after Back.
  const missing = await context.read("missing apps", () => findMissing(context, deps, roles));
  return missing.length === 0
    ? undefined
    : requireCreator(context, deps, { ready, roles: missing });
}

/**
 * Asks a member who creates these Apps.
 * @throws HandedOver if an owner creates them
 */
export async function requireCreator(
  context: Asking,
  deps: NameDeps,
  { ready, roles }: Subject,
): Promise<Creator> {
  if (mayRegister(ready)) return "here";
  const { repository } = deps;
  const organization = ready.account.login;
  const apps = count(roles.length, "App");
  const creator = await context.ask.choose<Creator | "owner">({
    id: "app-creator",
    name: "Created by",
    title: `Who should create ${apps}?`,
    facts: [
      {
        name: "Your role",
        text: `admin of ${repository.full}, but not an owner of ${organization}`,
      },
      ...roles.map((role) => ({ name: titleOf(role), text: plannedName(context, deps, role) })),
    ],
    options: [
      {
        value: "owner",
        label: askOwnerLabel,
        hint: "prints a message with the command for an owner",
      },
      {
        value: "here",
        label: "I can register Apps here",
        hint: "if an owner made you an App manager",
      },
      {
        value: "existing",
        label: "An owner created them",
        hint: "enter the client ID and a key of each App",
      },
    ],
    initial: "owner",
    isOptional: true,
    why: `The page that registers an App exists only for owners of ${organization} and for App managers. The API does not report who is an App manager. Only an owner can install an App; App managers can request it.`,
  });
  if (creator === "owner") throw new HandedOver(roles);
  return creator;
}

/**
 * Returns whether the operator can certainly register Apps: for a personal account, or as an owner
 * of the organization.
 */
export function mayRegister({ isOwner, account }: Readiness): boolean {
  return isOwner || account.kind === "user";
}

/**
 * Returns the Apps whose client ID or key is not stored, except Apps that this setup has already
 * registered or received: their repair does not depend on an owner.
 */
function findMissing(
  context: Asking & Pick<FlowContext, "read">,
  deps: StateDeps,
  roles: readonly AppRole[],
): Promise<readonly AppRole[]> {
  const isOwn = (role: AppRole) => {
    const location = { ...deps, role };
    const steps = [madeStep(location), registeredStep(location), keychainStep(location)];
    return steps.some((step) => context.restore<unknown>(step) !== undefined);
  };
  const others = roles.filter((role) => !isOwn(role));
  return findRoles(context, deps, { roles: others, matches: ({ state }) => state !== "pair" });
}
