import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { uniqueNames } from "../../src/forge/repository-name.ts";
import { appCeiling } from "../../src/plane/scope/app-ceiling.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { HandOver } from "../../src/plane/setup/hand-over.ts";
import { repositoriesStep } from "../../src/plane/setup/journal-steps.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { HandedOver } from "./choose-creator.ts";
import { accessRow } from "../shared/rows.ts";
import { recordsRow } from "./set-up-outline.ts";
import { plannedName } from "./planned-name.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type Deps = Pick<SetUpDeps, "profile" | "repository" | "appNames" | "operator">;

interface Subject extends Pick<HandOver, "scope">, Pick<SetUpDeps, "approved"> {
  readonly settings: Settings | undefined;
  readonly roles: readonly AppRole[];
}

/** Returns the Apps that an owner has to create. Rethrows all other errors. */
export function passHandedOver(error: unknown): readonly AppRole[] {
  if (error instanceof HandedOver) return error.roles;
  throw error;
}

/** Describes the Apps that an owner has to create. */
export async function describeHandOver(
  context: Pick<FlowContext, "restore">,
  deps: Deps,
  { settings, roles, scope, approved }: Subject,
): Promise<HandOver> {
  const control = deps.repository.full;
  const repositoriesOf = (role: AppRole) =>
    approved[role]?.map(({ full }) => full) ?? context.restore(repositoriesStep({ ...deps, role }));
  return {
    askedBy: await deps.operator(),
    scope,
    apps: roles.map((role) => ({
      role,
      name: plannedName(context, deps, role),
      permissions: appCeiling(role, settings),
      repositories: uniqueNames([control, ...(repositoriesOf(role) ?? [])]),
    })),
  };
}

/** Marks the Apps as waiting, and removes the steps that need them from the progress log. */
export function markHandedOver(
  { mark, outline }: Pick<FlowContext, "mark" | "outline">,
  { account }: Readiness,
  { apps, names }: Pick<HandOver, "apps"> & { readonly names: readonly string[] },
): void {
  const later = new Set([recordsRow, ...apps.map(({ role }) => accessRow(role))]);
  outline(names.filter((name) => !later.has(name)));
  const summary = `waiting for an owner of ${account.login} to create it`;
  for (const { role } of apps) mark({ name: titleOf(role), state: "unknown", summary });
}
