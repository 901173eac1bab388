import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import { InvalidInput, UserError } from "../../shared/errors.ts";
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

/**
 * Sets kill switches, all at once, and reads each back. One that fails keeps none of the others.
 * @see PATCH and POST /repos/{owner}/{repo}/actions/variables
 */
export async function setSwitches(
  rest: RestClient,
  repository: RepositoryName,
  { variables, value }: { variables: readonly string[]; value: "true" | "false" },
): Promise<SwitchChange[]> {
  return Promise.all(variables.map((variable) => setSwitch(rest, repository, { variable, value })));
}

async function setSwitch(
  rest: RestClient,
  { full }: RepositoryName,
  { variable, value }: { variable: string; value: "true" | "false" },
): Promise<SwitchChange> {
  const all = `/repos/${full}/actions/variables`;
  const one = `${all}/${variable}`;
  const read = async () => {
    const { status, body } = await rest.request("GET", one, { accept: [404] });
    return status === 404 ? null : String((body as { value: unknown }).value);
  };
  const before = await read().catch(unlessBug);
  if (before === value) return { variable, before, after: value };
  try {
    const { status } = await rest.request("PATCH", one, { body: { value }, accept: [404] });
    if (status === 404) await rest.request("POST", all, { body: { name: variable, value } });
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
