import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brands } from "../forge/brand.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { stepVariable } from "../forge/run-step.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { AdmitDeps } from "./admit-deps.ts";
import { readReach } from "./read-reach.ts";
import type { Reach } from "./requirement.ts";

type ReachDeps = Pick<AdmitDeps, "env" | "folder" | "explainSettings">;

/**
 * What the settings of the working folder say of the targets; undefined where there are none.
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
    problem?.message ?? `${path} does not say how many targets there are.`,
    problem?.hints ?? [{ say: `Mend ${path}` }],
  );
}

/** The forge's own folder first; a control repository of the other spelling runs on it as well. */
function findSettingsFile(own: string, folders: readonly (string | undefined)[]) {
  const names = new Set([own, ...Object.values(brands).map((brand) => brand.folder)]);
  for (const folder of folders) {
    for (const name of folder === undefined ? [] : names) {
      const path = join(name, "control-plane.json");
      const text = readIfThere(join(folder ?? "", path), path);
      if (text !== undefined) return { text, path };
    }
  }
  return undefined;
}

// Nothing else goes on meanwhile, and the other way to read takes longer to load than to read.
function readIfThere(place: string, path: string): string | undefined {
  try {
    return readFileSync(place, "utf8");
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw new InvalidInput(`${path} cannot be read.`, [{ say: "Let this user read the file" }], {
      cause,
    });
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
