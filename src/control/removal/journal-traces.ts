import * as v from "valibot";
import { appRoles } from "../../credentials/apps/app-role.ts";
import { stepKey } from "../../shared/step-key.ts";
import type { StepKey } from "../../shared/step-key.ts";
import { journalPlace } from "../journal-place.ts";
import { slugOf } from "../setup/app-name.ts";
import { heldStep, madeStep, namedStep } from "../setup/journal-steps.ts";
import type { AppPlace } from "../setup/journal-steps.ts";
import type { AppTrace } from "./read-apps.ts";

type Recall = <T>(key: StepKey<T>) => T | undefined;
type Place = Omit<AppPlace, "role">;

/** The Apps that a setup's journal knows, with the keys of theirs that the keychain may hold. */
export function findTraces(recall: Recall, place: Place): { apps: AppTrace[]; held: string[] } {
  const apps = appRoles.flatMap((role): AppTrace[] => {
    const made = recall(madeStep({ ...place, role }));
    const held = recall(heldStep({ ...place, role }))?.app;
    const name = recall(namedStep({ ...place, role }));
    const known = [made, held].flatMap((app) => (app ? [{ role, isBrought: false, ...app }] : []));
    const named = { role, clientId: undefined, isBrought: false };
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
  const held = appRoles.flatMap((role) => recall(heldStep({ ...place, role }))?.account ?? []);
  return { apps, held };
}

const seenApp = v.object({
  clientId: v.string(),
  slug: v.string(),
  isBrought: v.boolean(),
  owner: v.optional(v.object({ login: v.string(), kind: v.picklist(["organization", "user"]) })),
});

/** The App as a removal saw it: once it is deleted, nothing else tells its name. */
export function seenAppStep(place: AppPlace): StepKey<v.InferOutput<typeof seenApp>> {
  return stepKey(`${journalPlace(place)} removal ${place.role} seen`, seenApp);
}

/** The Apps that an earlier removal saw. */
export function findSeenApps(recall: Recall, place: Place): AppTrace[] {
  return appRoles.flatMap((role) => {
    const seen = recall(seenAppStep({ ...place, role }));
    return seen ? [{ role, ...seen }] : [];
  });
}
