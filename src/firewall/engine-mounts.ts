import { dirname, join } from "node:path";
import { UserError, exitCode } from "../shared/errors.ts";
import { isWithin } from "../shared/is-within.ts";
import type { EngineRecipe } from "./config/engine-recipes.ts";
import type { Provider } from "./provider.ts";
import { bind } from "./sandbox/mount.ts";
import type { Mount } from "./sandbox/mount.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

interface Surroundings {
  readonly home: string;
  /** The command's working directory. */
  readonly workFolder: string;
  readonly session: Pick<SessionFolder, "keepFile">;
  readonly provider: Provider | undefined;
  readonly providerPort: number | undefined;
  /** The operator's mounts, which cover the agent's. */
  readonly mounts: readonly Mount[];
}

/** A mount hides the settings file without which the agent would not use the sidecar. */
export class HiddenEngineSettings extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(target: string, { file, variable }: Record<"file" | "variable", string>) {
    super(
      `--mount ${target} hides ${file}, which directs the agent to the sidecar for ${variable}.`,
      [{ text: `Mount a directory inside ${target}, or unset ${variable} to use a mounted login` }],
    );
  }
}

/** The directory of the settings file would cover the working directory. */
export class CoveredWorkFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(workFolder: string, folder: string) {
    super(
      `The working directory ${workFolder} is in ${folder}, which --engine replaces by an empty directory.`,
      [{ text: "Start in another directory, or run without --engine" }],
    );
  }
}

/**
 * Creates the agent's settings file. Unless it is in the home, its directory becomes a writable one
 * in memory, because the agent also stores its state there.
 * @throws HiddenEngineSettings, CoveredWorkFolder
 */
export function engineMounts(
  { file }: Pick<EngineRecipe, "file">,
  { home, workFolder, session, provider, providerPort, mounts }: Surroundings,
): readonly Mount[] {
  if (!file) return [];
  const target = join(home, file.path);
  const covering = mounts.find((mount) => isWithin(target, mount.target));
  if (covering && (!provider || file.isOptional)) return [];
  if (covering && provider) {
    const { keyVariable: variable } = provider;
    throw new HiddenEngineSettings(covering.target, { file: target, variable });
  }
  const folder = dirname(target);
  const isInHome = folder === home;
  if (!isInHome && isWithin(workFolder, folder)) throw new CoveredWorkFolder(workFolder, folder);
  const url = `http://127.0.0.1:${providerPort}`;
  const text = file.text(provider && { variable: provider.keyVariable, url });
  const kept = session.keepFile("engine-settings", text);
  const own: readonly Mount[] = isInHome
    ? []
    : [{ kind: "empty", target: folder, isWritable: true }];
  return [...own, bind(kept, target)];
}
