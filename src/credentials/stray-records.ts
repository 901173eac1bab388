import { appRoles } from "./apps/app-role.ts";
import { appRecords, gateVariable, patSecret } from "./records.ts";

/** Locations in which a run finds variables and secrets, in order of precedence. */
const locations = ["environment", "repository", "organization"] as const;

export type Location = (typeof locations)[number];

export type RecordKind = "variable" | "secret";

/**
 * Names of stored variables and secrets, by location. The organization's names are listed only if
 * the repository can use them.
 */
export interface StoredNames {
  readonly variables: ReadonlySet<string>;
  readonly secrets: ReadonlySet<string>;
  readonly environmentSecrets: ReadonlySet<string>;
  readonly organizationVariables: ReadonlySet<string>;
  readonly organizationSecrets: ReadonlySet<string>;
}

/** A record of the control plane in the wrong location, where a run may still find it. */
export interface StrayRecord {
  readonly name: string;
  readonly kind: RecordKind;
  readonly location: Location;
  /** Location in which the record belongs. */
  readonly home: Location;
  /** Location of a record with the same name that overrides this record. */
  readonly shadowedBy?: Location;
  /** Location of a record with the same name that this record overrides. */
  readonly shadows?: Location;
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

/** Returns the locations in which a record with this name is stored, in order of precedence. */
export function placesOf(stored: StoredNames, kind: RecordKind, name: string): Location[] {
  const names: Readonly<Record<Location, ReadonlySet<string> | undefined>> = {
    environment: kind === "secret" ? stored.environmentSecrets : undefined,
    repository: kind === "secret" ? stored.secrets : stored.variables,
    organization: kind === "secret" ? stored.organizationSecrets : stored.organizationVariables,
  };
  return locations.filter((location) => names[location]?.has(name) === true);
}

/** Returns the stray records of a control plane. */
export function findStrayRecords(stored: StoredNames): StrayRecord[] {
  return homes.flatMap(({ name, kind, home }) => {
    const found = placesOf(stored, kind, name);
    return found.flatMap((location, index): StrayRecord[] => {
      if (location === home) return [];
      const [shadowedBy, shadows] = [found[index - 1], found[index + 1]];
      return [
        {
          name,
          kind,
          location,
          home,
          ...(shadowedBy && { shadowedBy }),
          ...(shadows && { shadows }),
        },
      ];
    });
  });
}

/** Returns a clause that states which runs would use the record. */
export function describeUse({ location, shadowedBy, shadows }: StrayRecord): string {
  if (shadowedBy === "environment") {
    return "jobs outside the environment would use it; inside, the environment's record takes precedence";
  }
  if (shadowedBy) return `the ${shadowedBy}'s record takes precedence`;
  const who = location === "environment" ? "a job in the environment" : "a run";
  return shadows ? `${who} would use it instead of the ${shadows}'s record` : `${who} would use it`;
}

/** Returns how to fix a stray record. */
export function adviseOn({ name, kind, location, home }: StrayRecord): string {
  const share = location === "organization" ? ", or share it only with other repositories" : "";
  return `Delete the ${kind} ${name} from the ${location}${share}: it belongs in the ${home}`;
}
