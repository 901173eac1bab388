import * as v from "valibot";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { composeRemoval } from "../../src/plane/remove/outcome.ts";
import type { Deed, RemovalOutcome } from "../../src/plane/remove/outcome.ts";
import { seenAppsStep, seenEnvironmentsStep } from "../../src/plane/remove/journal-traces.ts";
import { planRemoval } from "../../src/plane/remove/plan.ts";
import { isOurs, isUnknown } from "../../src/plane/remove/inventory.ts";
import type { Inventory } from "../../src/plane/remove/inventory.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import { journalLocation } from "../../src/plane/repository/journal-location.ts";
import { stepKey } from "../../src/shared/step-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { RemoveDeps } from "./remove-deps.ts";
import { isToBegin, rowOf } from "./show-inventory.ts";
import { performStep } from "./perform-step.ts";

/**
 * Removes what gatehouse created for a control repository. Checks what exists, asks about each part
 * in the order of the plan, and then checks again. The next run finds any parts that were kept or
 * not reached.
 */
export async function removeControlPlane(
  context: FlowContext,
  deps: RemoveDeps,
): Promise<RemovalOutcome> {
  const title = `Checking what exists for ${deps.repository.full}`;
  const found = await showInventory(context, deps, { id: "inventory-read", title });
  const before = await recordPat(context, deps, found);
  await recordApps(context, deps, found);
  await recordEnvironments(context, deps, found);
  const steps = planRemoval(before);
  context.outline(steps.map(rowOf));
  if (isUnknown(before))
    await retryWithOperator(context, { id: "unseen" }, () => deps.requireSeen());
  const isWanted = steps.length > 0 && (await isToBegin({ context, deps }, { before, steps }));
  if (!isWanted) return composeRemoval(before, before, []);
  const deeds: Deed[] = [];
  for (const step of steps) {
    if (!(await performStep({ context, deps, before, deeds }, step))) break;
  }
  const after = await showInventory(context, deps, {
    id: "inventory-left",
    title: "Checking what remains",
  });
  return composeRemoval(before, after, deeds);
}

const seenPat = v.object({ storedAt: v.optional(v.string()) });

/**
 * Records that a PAT existed. After its records are deleted, no data shows this, because only the
 * PAT's user can see the PAT itself.
 */
async function recordPat(
  { restore, recordValue }: Pick<FlowContext, "restore" | "recordValue">,
  location: ControlLocation,
  found: Inventory,
): Promise<Inventory> {
  const key = stepKey(`${journalLocation(location)} removal pat`, seenPat);
  const known = restore(key);
  const storedAt = found.patStoredAt ?? known?.storedAt;
  if (found.hasPat) await recordValue(key, storedAt === undefined ? {} : { storedAt });
  return { ...found, hasPat: found.hasPat || known !== undefined, patStoredAt: storedAt };
}

/**
 * Records the Apps' names, because no other source provides the name of an App after its deletion
 * was interrupted.
 */
async function recordApps(
  { restore, recordValue }: Pick<FlowContext, "restore" | "recordValue">,
  location: ControlLocation,
  { apps }: Inventory,
): Promise<void> {
  for (const role of appRoles) {
    const key = seenAppsStep({ ...location, role });
    const known = new Map((restore(key) ?? []).map((app) => [app.clientId, app]));
    for (const app of apps.filter((each) => each.role === role)) {
      const { clientId, slug, isProvided, owner } = app;
      if (slug === undefined || clientId === undefined) continue;
      known.set(clientId, { clientId, slug, isProvided, ...(owner && { owner }) });
    }
    if (known.size > 0) await recordValue(key, [...known.values()]);
  }
}

/**
 * Records the names of the environments. After their secrets are deleted, a later run could not
 * recognize them as gatehouse's environments.
 */
async function recordEnvironments(
  { recordValue }: Pick<FlowContext, "recordValue">,
  location: ControlLocation,
  { environments }: Inventory,
): Promise<void> {
  const names = environments.filter(isOurs).map(({ name }) => name);
  if (names.length > 0) await recordValue(seenEnvironmentsStep(location), names);
}

/** Reads the inventory only once per run, so that Back shows the same inventory. */
function showInventory(
  context: FlowContext,
  deps: Pick<RemoveDeps, "readInventory">,
  { id, title }: { readonly id: string; readonly title: string },
): Promise<Inventory> {
  return context.read(id, () =>
    retryWithOperator(context, { id }, () =>
      context.ask.progress({ id, title }, () => deps.readInventory()),
    ),
  );
}
