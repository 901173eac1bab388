import { appRoles } from "./apps/app-role.ts";
import { appRecords, gateVariable, patSecret } from "./records.ts";

/** Where a run finds a variable or a secret; the first place that has it wins. */
const places = ["environment", "repository", "organization"] as const;

export type Place = (typeof places)[number];

export type RecordKind = "variable" | "secret";

/** Names by place. Those of an organization are the ones that it shares with the repository. */
export interface StoredNames {
  readonly variables: ReadonlySet<string>;
  readonly secrets: ReadonlySet<string>;
  readonly environmentSecrets: ReadonlySet<string>;
  readonly organizationVariables: ReadonlySet<string>;
  readonly organizationSecrets: ReadonlySet<string>;
}

/** A record of the control plane where it does not belong. A run may find it there all the same. */
export interface StrayRecord {
  readonly name: string;
  readonly kind: RecordKind;
  readonly place: Place;
  /** Where it belongs. */
  readonly home: Place;
  /** The place whose record of this name comes before it. */
  readonly shadowedBy?: Place;
  /** The place whose record of this name comes after it. */
  readonly shadows?: Place;
}

/** @see spec/credentials.md, "Credential records" */
const homes: readonly Pick<StrayRecord, "name" | "kind" | "home">[] = [
  ...appRoles.flatMap((role) => [
    { name: appRecords[role].variable, kind: "variable", home: "repository" } as const,
    { name: appRecords[role].secret, kind: "secret", home: "repository" } as const,
  ]),
  { name: patSecret, kind: "secret", home: "environment" },
  { name: gateVariable, kind: "variable", home: "repository" },
];

/** The places that hold a name, the one that wins first. */
export function placesOf(stored: StoredNames, kind: RecordKind, name: string): Place[] {
  const names: Readonly<Record<Place, ReadonlySet<string> | undefined>> = {
    environment: kind === "secret" ? stored.environmentSecrets : undefined,
    repository: kind === "secret" ? stored.secrets : stored.variables,
    organization: kind === "secret" ? stored.organizationSecrets : stored.organizationVariables,
  };
  return places.filter((place) => names[place]?.has(name) === true);
}

/** Records of the control plane in other places than their own. */
export function findStrayRecords(stored: StoredNames): StrayRecord[] {
  return homes.flatMap(({ name, kind, home }) => {
    const found = placesOf(stored, kind, name);
    return found.flatMap((place, index): StrayRecord[] => {
      if (place === home) return [];
      const [shadowedBy, shadows] = [found[index - 1], found[index + 1]];
      return [
        {
          name,
          kind,
          place,
          home,
          ...(shadowedBy && { shadowedBy }),
          ...(shadows && { shadows }),
        },
      ];
    });
  });
}

/** What a run makes of it, in a clause of its own. */
export function describeUse({ place, shadowedBy, shadows }: StrayRecord): string {
  if (shadowedBy === "environment") {
    return "jobs outside of the environment would use it, and inside that of the environment comes first";
  }
  if (shadowedBy) return `that of the ${shadowedBy} comes before it`;
  const who = place === "environment" ? "a job in the environment" : "a run";
  return shadows ? `${who} would use it, before that of the ${shadows}` : `${who} would use it`;
}

/** What to do about it. */
export function adviseOn({ name, kind, place, home }: StrayRecord): string {
  const share = place === "organization" ? ", or share it with other repositories only" : "";
  return `Delete the ${kind} ${name} of the ${place}${share}: it belongs into the ${home}`;
}
