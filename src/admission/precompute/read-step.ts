import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { settingsPath } from "../../control/scope/control-files.ts";
import { parseSettings } from "../../control/scope/settings.ts";
import type { Settings } from "../../control/scope/settings.ts";
import { brands } from "../../forge/brand.ts";
import { resolveHost } from "../../forge/host-profile.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { parseAddress } from "../../forge/parse-address.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";

/**
 * The forge whose runner started this step, by its FORGE_API_URL. Without encryption only one of this machine is.
 * @throws InvalidInput
 */
export function findForge(env: Readonly<NodeJS.ProcessEnv>): HostProfile {
  const given = stepVariable(env, "API_URL");
  if (given === undefined) {
    throw new InvalidInput("FORGE_API_URL is empty: no runner of a forge started this.", [
      { say: "Run it in a step of a workflow, or set what a step is told" },
    ]);
  }
  const url = parseAddress(given);
  const host = url?.protocol === "http:" ? url.origin : url?.host.replace(/^api\./, "");
  const profile = host === undefined ? undefined : resolveHost(host);
  const apiUrl = given.replace(/\/+$/, "");
  if (profile?.apiUrl === apiUrl) return profile;
  // A server of somebody's own may itself be called api.HOST.
  const own = url && url.protocol === "https:" ? resolveHost(url.host) : undefined;
  if (own?.apiUrl === apiUrl) return own;
  throw new InvalidInput("FORGE_API_URL is not the address of a forge's API.");
}

/**
 * The settings of the control plane that is checked out here, in the folder of either brand.
 * @param folders the first that has settings counts
 * @throws InvalidInput where none has; InvalidSettings
 */
export async function readSettings(
  folders: readonly string[],
  { brand }: HostProfile,
): Promise<Settings> {
  const spellings = [brand, ...Object.values(brands).filter(({ name }) => name !== brand.name)];
  for (const folder of folders) {
    for (const path of spellings.map(settingsPath)) {
      const text = await readFile(join(folder, path), "utf8").catch(noFile);
      if (text !== undefined) return parseSettings(text, path);
    }
  }
  throw new InvalidInput(`There is no ${settingsPath(brand)} here.`, [
    { say: "Check out the control repository before this step" },
  ]);
}

function noFile(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw new InvalidInput(`The settings cannot be read: ${error.code ?? "no reason"}.`);
}
