import type { HostProfile } from "../../forge/host-profile.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { AdmitDeps } from "./admit-deps.ts";
import { findSettingsFile } from "./find-settings-file.ts";
import { readReach } from "./read-reach.ts";
import type { Reach } from "./requirement.ts";

type ReachDeps = Pick<AdmitDeps, "env" | "folder" | "explainSettings">;

/**
 * Reads the number of targets from the settings in the current directory; undefined if there are no
 * settings.
 * @throws InvalidInput for settings that cannot be read
 */
export async function findReach(
  { brand }: Pick<HostProfile, "brand">,
  { env, folder, explainSettings }: ReachDeps,
): Promise<Reach | undefined> {
  const found = findSettingsFile(brand.folder, [folder, stepVariable(env, "WORKSPACE")]);
  if (!found) return undefined;
  const { text, path } = found;
  const reach = readReach(text);
  if (reach) return reach;
  const problem = await explainSettings(text, path);
  throw new InvalidInput(
    problem?.message ?? `${path} does not define the number of targets.`,
    problem?.hints ?? [{ text: `Fix ${path}` }],
  );
}
