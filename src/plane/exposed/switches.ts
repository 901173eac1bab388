import { findVariable, putVariable } from "../../forge/resources/variables.ts";
import { InvalidInput, UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import type { Settings } from "../scope/settings.ts";

/** One kill switch before and after, as the forge showed it. */
export interface SwitchChange {
  readonly variable: string;
  /** Its value before; null when there was no such variable, unknown when it could not be read. */
  readonly before: string | null | undefined;
  readonly after: "true" | "false" | undefined;
  /** Why it is not what it should be. */
  readonly problem?: string;
}

/**
 * The kill switches of the affected packages, each once.
 * @param packages names; none means every package
 * @throws InvalidInput when a name is no package of the settings
 */
export function findSwitches(settings: Settings, packages: readonly string[]): string[] {
  const known = settings.packages.map(({ name }) => name);
  const unknown = packages.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const list = known.join(", ") || "none";
    throw new InvalidInput(`The settings have no package ${unknown.join(", ")}.`, [
      { say: `There are: ${list}. Leave --package out to stop all of them` },
    ]);
  }
  const affected = settings.packages.filter(
    ({ name }) => packages.length === 0 || packages.includes(name),
  );
  return [...new Set(affected.map(({ killSwitch }) => killSwitch))];
}

/** Sets kill switches, all at once, and reads each back. One that fails keeps none of the others. */
export function setSwitches(
  place: ControlSession,
  { variables, value }: { variables: readonly string[]; value: "true" | "false" },
): Promise<SwitchChange[]> {
  return Promise.all(variables.map((variable) => setSwitch(place, { variable, value })));
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
    return { variable, before, after: undefined, problem: `it reads ${after ?? "nothing"}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { variable, before, after: undefined, problem: error.message };
  }
}

/** Not knowing the value before is no reason not to set it. */
function unlessBug(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}
