import * as v from "valibot";
import { appRoles } from "../../credentials/apps/app-role.ts";
import { stepKey } from "../../shared/step-key.ts";
import type { StepKey } from "../../shared/step-key.ts";
import { journalLocation } from "../repository/journal-location.ts";
import { slugOf } from "../setup/app-name.ts";
import { keychainStep, madeStep, namedStep } from "../setup/journal-steps.ts";
import type { AppLocation } from "../setup/journal-steps.ts";
import type { AppTrace } from "./read-apps.ts";

type Restore = <T>(key: StepKey<T>) => T | undefined;
type Location = Omit<AppLocation, "role">;

/** Finds the Apps in a setup's journal, and the keychain accounts that may contain their keys. */
export function findTraces(
  restore: Restore,
  location: Location,
): { apps: AppTrace[]; held: string[] } {
  const apps = appRoles.flatMap((role): AppTrace[] => {
    const made = restore(madeStep({ ...location, role }));
    const held = restore(keychainStep({ ...location, role }))?.app;
    const name = restore(namedStep({ ...location, role }));
    const known = [made, held].flatMap((app) => (app ? [{ role, isProvided: false, ...app }] : []));
    const named = {
      role,
      clientId: undefined,
      isProvided: false,
      ...(made && { isSuperseded: true }),
    };
    return [
      ...known.map(({ clientId, slug }) => ({
        role,
        clientId,
        slug,
        isProvided: made?.isProvided === true,
      })),
      ...(name === undefined ? [] : [{ ...named, slug: slugOf(name) }]),
    ];
  });
  const held = appRoles.flatMap(
    (role) => restore(keychainStep({ ...location, role }))?.account ?? [],
  );
  return { apps, held };
}

const seenApp = v.object({
  clientId: v.string(),
  slug: v.string(),
  isProvided: v.boolean(),
  owner: v.optional(v.object({ login: v.string(), kind: v.picklist(["organization", "user"]) })),
});

/**
 * Returns the key of the step that records a role's Apps during a removal. After the Apps are
 * deleted, only this step contains their names.
 */
export function seenAppsStep(location: AppLocation): StepKey<v.InferOutput<typeof seenApp>[]> {
  return stepKey(`${journalLocation(location)} removal ${location.role} apps`, v.array(seenApp));
}

/**
 * Returns the key of the step that records the environments in which a removal found records. After
 * the environments are deleted, only this step contains their names.
 */
export function seenEnvironmentsStep(location: Location): StepKey<string[]> {
  return stepKey(`${journalLocation(location)} removal environments`, v.array(v.string()));
}

/** Returns the Apps that an earlier removal found. */
export function findSeenApps(restore: Restore, location: Location): AppTrace[] {
  return appRoles.flatMap((role) => {
    const seen = restore(seenAppsStep({ ...location, role })) ?? [];
    return seen.map((app) => ({ role, ...app }));
  });
}
