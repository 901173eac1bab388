import { findVariable, putVariable } from "../../forge/resources/variables.ts";
import { InvalidInput, UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import type { Settings } from "../scope/settings.ts";

/** A kill switch before and after the change, as read from GitHub. */
export interface SwitchChange {
  readonly variable: string;
  /** Previous value; null if the variable did not exist, undefined if it could not be read. */
  readonly before: string | null | undefined;
  readonly after: "true" | "false" | undefined;
  /** Reason why the switch does not have the intended value. */
  readonly problem?: string;
}

/**
 * Returns the kill switches of the affected packages, each once.
 *
 * @param packages names; if empty, every package
 * @throws InvalidInput if a package is not in the settings
 */
export function findSwitches(settings: Settings, packages: readonly string[]): string[] {
  const known = settings.packages.map(({ name }) => name);
  const unknown = packages.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const list = known.join(", ") || "none";
    throw new InvalidInput(`Review package not found in the settings: ${unknown.join(", ")}`, [
      { text: `Available review packages: ${list}. Omit --package to stop all of them` },
    ]);
  }
  const affected = settings.packages.filter(
    ({ name }) => packages.length === 0 || packages.includes(name),
  );
  return [...new Set(affected.map(({ killSwitch }) => killSwitch))];
}

/**
 * Sets all kill switches concurrently and reads back each value. If one switch cannot be set, the
 * others are still set.
 */
export function setSwitches(
  location: ControlSession,
  { variables, value }: { variables: readonly string[]; value: "true" | "false" },
): Promise<SwitchChange[]> {
  return Promise.all(variables.map((variable) => setSwitch(location, { variable, value })));
}

async function setSwitch(
  { client, repository }: ControlSession,
  { variable, value }: { variable: string; value: "true" | "false" },
): Promise<SwitchChange> {
  const read = async () => (await findVariable(client, repository, variable)) ?? null;
  const before = await read().catch(unlessBug);
  if (before === value) return { variable, before, after: value };
  try {
    await putVariable(client, repository, { name: variable, value });
    const after = await read();
    if (after === value) return { variable, before, after };
    return { variable, before, after: undefined, problem: `its value is ${after ?? "missing"}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { variable, before, after: undefined, problem: error.message };
  }
}

/** Ignores expected errors, because the switch is set even if its previous value is unknown. */
function unlessBug(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}
