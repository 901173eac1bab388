import * as v from "valibot";
import { appRoles } from "../../credentials/apps/app-role.ts";
import { stepKey } from "../../shared/step-key.ts";
import type { StepKey } from "../../shared/step-key.ts";
import { journalPlace } from "../repository/journal-place.ts";
import { slugOf } from "../setup/app-name.ts";
import { keychainStep, madeStep, namedStep } from "../setup/journal-steps.ts";
import type { AppPlace } from "../setup/journal-steps.ts";
import type { AppTrace } from "./read-apps.ts";

type Restore = <T>(key: StepKey<T>) => T | undefined;
type Place = Omit<AppPlace, "role">;

/** Finds the Apps in a setup's journal, and their keys that the keychain may contain. */
export function findTraces(restore: Restore, place: Place): { apps: AppTrace[]; held: string[] } {
  const apps = appRoles.flatMap((role): AppTrace[] => {
    const made = restore(madeStep({ ...place, role }));
    const held = restore(keychainStep({ ...place, role }))?.app;
    const name = restore(namedStep({ ...place, role }));
    const known = [made, held].flatMap((app) => (app ? [{ role, isBrought: false, ...app }] : []));
    const named = {
      role,
      clientId: undefined,
      isBrought: false,
      ...(made && { isSuperseded: true }),
    };
    return [
      ...known.map(({ clientId, slug }) => ({
        role,
        clientId,
        slug,
        isBrought: made?.isBrought === true,
      })),
      ...(name === undefined ? [] : [{ ...named, slug: slugOf(name) }]),
    ];
  });
  const held = appRoles.flatMap((role) => restore(keychainStep({ ...place, role }))?.account ?? []);
  return { apps, held };
}

const seenApp = v.object({
  clientId: v.string(),
  slug: v.string(),
  isBrought: v.boolean(),
  owner: v.optional(v.object({ login: v.string(), kind: v.picklist(["organization", "user"]) })),
});

/**
 * The Apps of a role as seen during a removal. After a deletion, only this step knows their names.
 */
export function seenAppsStep(place: AppPlace): StepKey<v.InferOutput<typeof seenApp>[]> {
  return stepKey(`${journalPlace(place)} removal ${place.role} apps`, v.array(seenApp));
}

/**
 * The environments in which a removal found records. After their deletion, only this step knows the
 * environments.
 */
export function seenEnvironmentsStep(place: Place): StepKey<string[]> {
  return stepKey(`${journalPlace(place)} removal environments`, v.array(v.string()));
}

/** Returns the Apps that an earlier removal found. */
export function findSeenApps(restore: Restore, place: Place): AppTrace[] {
  return appRoles.flatMap((role) => {
    const seen = restore(seenAppsStep({ ...place, role })) ?? [];
    return seen.map((app) => ({ role, ...app }));
  });
}
