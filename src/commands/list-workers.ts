import { findSettingsFile } from "../run/admit/find-settings-file.ts";
import { parseSettings } from "../plane/scope/settings.ts";
import type { Settings } from "../plane/scope/settings.ts";
import { readWorkers, type ListWorkers } from "../run/outputs/workers.ts";
import { brands, type Brand } from "../forge/brand.ts";
import { stepVariable } from "../forge/run-step.ts";

type Environment = Readonly<NodeJS.ProcessEnv>;

/**
 * Returns the workers from the command line, or else from the settings in the current directory.
 * @throws InvalidInput for a value that is not a workflow file name
 */
export function workersFrom(words: readonly string[] | undefined, env: Environment): ListWorkers {
  if (words !== undefined) {
    const workers = readWorkers(words);
    return () => workers;
  }
  return () => new Set(findSettingsHere(env, brands.github)?.workers);
}

/** @throws InvalidSettings */
export function findSettingsHere(env: Environment, { folder }: Brand): Settings | undefined {
  const found = findSettingsFile(folder, [process.cwd(), stepVariable(env, "WORKSPACE")]);
  return found && parseSettings(found.text, found.path);
}
