import { appRoles } from "../../credentials/apps/app-role.ts";
import { appRecords, gateVariable, patSecret } from "../../credentials/records.ts";
import type { RemainingRecord } from "./inventory.ts";

const secretNames = [...appRoles.map((role) => appRecords[role].secret), patSecret];
const variableNames = [...appRoles.map((role) => appRecords[role].variable), gateVariable];
const ownNames = new Set([...secretNames, ...variableNames]);

export function isOwnName(name: string): boolean {
  return ownNames.has(name);
}

interface Stored {
  /** Date on which each secret was last stored (ISO 8601), by name. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly variables: Iterable<string>;
}

/** Returns gatehouse's records from one location. */
export function pickRecords({ secrets, variables }: Stored): RemainingRecord[] {
  const known = new Set(variables);
  return [
    ...secretNames.flatMap((name) => {
      const storedAt = secrets.get(name);
      return storedAt === undefined ? [] : [{ kind: "secret" as const, name, storedAt }];
    }),
    ...variableNames
      .filter((name) => known.has(name))
      .map((name) => ({ kind: "variable" as const, name })),
  ];
}
