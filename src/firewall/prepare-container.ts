import { existsSync, statSync, type BigIntStats } from "node:fs";
import { isAbsolute, join, normalize, relative, resolve } from "node:path";
import type { ChosenFolders } from "./choose-folders.ts";
import { engineRecipes, type EngineRecipe } from "./config/engine-recipes.ts";
import type { Settings } from "./config/read-settings.ts";
import { engineMounts } from "./engine-mounts.ts";
import { credentialVariables } from "./credential-variables.ts";
import { proxyVariables } from "./inside-paths.ts";
import type { InsidePlaces } from "./inside-paths.ts";
import { keepNameFiles } from "./name-files.ts";
import type { Provider } from "./provider.ts";
import type { Caller } from "./sandbox/caller.ts";
import { planContainer } from "./sandbox/container-plan.ts";
import type { ContainerPlan } from "./sandbox/container-plan.ts";
import { commandEnvironment, outside } from "./sandbox/environment.ts";
import { ChangedMount, expectMounts } from "./sandbox/expected-mounts.ts";
import type { ExpectedMounts } from "./sandbox/expected-mounts.ts";
import type { FileAccess } from "./sandbox/file-access.ts";
import { bindWritable, writableSources } from "./sandbox/mount.ts";
import type { Mount } from "./sandbox/mount.ts";
import { isWithin } from "../shared/is-within.ts";
import { ownProgram, requireOutside } from "./sandbox/own-program.ts";
import type { SessionTrust } from "./session-trust.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

export interface ContainerNeeds {
  /** System settings that the container must not be able to read. */
  readonly unreadable: readonly string[];
  /** Sockets of programs outside the container: see `findSockets`. */
  readonly sockets: readonly string[];
  /** See `findSocketFiles`. */
  readonly socketFiles: readonly string[];
  readonly settings: Settings;
  readonly command: readonly string[];
  readonly caller: Caller;
  readonly env: NodeJS.ProcessEnv;
  /** See `chooseFolders`. */
  readonly folders: ChosenFolders;
  readonly session: Pick<SessionFolder, "keepFile">;
  readonly locations: InsidePlaces;
  readonly trust: SessionTrust | undefined;
  readonly provider: Provider | undefined;
  /**
   * gatehouse's own files, such as rules files and the log. They may be in directories that the
   * command can write to.
   */
  readonly kept: readonly string[];
  /** Undefined without file rules. */
  readonly access?: FileAccess | undefined;
  /** Paths of this program; see `ownProgram`. */
  readonly program?: readonly string[];
  /**
   * Directory from which relative paths in options are resolved. The default, `/proc/self/cwd`, is
   * the actual current directory, even if its name now refers to another directory. Only tests set
   * this field.
   */
  readonly origin?: string;
}

export interface PreparedContainer {
  readonly plan: ContainerPlan;
  readonly expected: ExpectedMounts;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Decides which files and variables the command sees.
 * @throws UnfitWorkFolder, ChangedMount
 */
export function prepareContainer(needs: ContainerNeeds): PreparedContainer {
  const { caller, trust } = needs;
  const { workFolder, mounts, git, writable } = needs.folders;
  const recipe = needs.settings.engine && engineRecipes[needs.settings.engine];
  const environment = decideEnvironment(needs, workFolder, recipe?.variables);
  // With sudo, the command runs as the caller, who cannot write to root's directories.
  const reachable = caller.cameBySudo ? [] : [workFolder, ...writableSources(mounts)];
  const { program = ownProgram(reachable) } = needs;
  const plan = planContainer({
    caller,
    workFolder,
    unreadable: needs.unreadable,
    sockets: needs.sockets,
    socketFiles: needs.socketFiles,
    program: needs.command[0],
    path: environment.PATH ?? "",
    writable,
    // The operator's mounts follow, so that they can make the Git directory writable.
    mounts: [...git.mounts, ...prepareEngine(needs, recipe), ...mounts],
    files: [...keepNameFiles(needs.session), ...(trust?.mounts ?? [])],
    kept: [...needs.kept, ...program],
    access: needs.access,
  });
  requireOutside(writableSources(plan.mounts), program);
  const expected = expectMounts(plan);
  try {
    requireReached(needs, plan, expected);
  } catch (error) {
    expected.close();
    throw error;
  }
  return { plan, expected, environment };
}

/**
 * Resolves relative paths in options from the current directory, and compares the results with the
 * mounts. Another session can replace a parent of the current directory with a link, so that the
 * directory's name refers to another directory.
 * @throws ChangedMount
 */
function requireReached(
  { settings, folders, origin = "/proc/self/cwd" }: ContainerNeeds,
  { mounts }: ContainerPlan,
  { entries }: ExpectedMounts,
): void {
  const chosen = [bindWritable(folders.workFolder), ...folders.mounts];
  const paths = [settings.containerWorkdir ?? ".", ...settings.mounts.map(({ source }) => source)];
  const given = new Map(chosen.map(({ target }, at) => [target, paths[at]] as const));
  // A hidden file or directory shows something else at the path.
  for (const { source, target } of chosen) {
    const top = mounts.findLast((mount) => mount.target === target);
    if (top?.kind !== "bind" || top.source !== source) given.delete(target);
  }
  for (const { target, device, inode } of entries) {
    const path = given.get(target);
    if (path === undefined || isAbsolute(path)) continue;
    const reached = findReached(`${origin}/${normalize(path)}`);
    if (reached?.dev !== device || reached.ino !== inode) throw new ChangedMount(target);
  }
}

function findReached(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    // The path was removed or replaced, so it does not refer to the mounted directory.
    return undefined;
  }
}

/** Returns whether the command can write to a directory of the caller at the same path. */
function isWritableInside(
  path: string,
  { folders: { workFolder, mounts }, access }: Pick<ContainerNeeds, "folders" | "access">,
): boolean {
  if (["/tmp", "/var/tmp"].includes(resolve(path))) return true;
  const shown = [bindWritable(workFolder), ...mounts];
  const top = shown.findLast(({ target }) => isWithin(resolve(path), target));
  if (!isAbsolute(path) || top?.isWritable !== true) return false;
  const source = join(top.source, relative(top.target, resolve(path)));
  return existsSync(source) && access?.allowsWrite(source) !== false;
}

/** Returns the settings file of the agent that `--engine` names. */
function prepareEngine(
  { caller, session, provider, locations, folders }: ContainerNeeds,
  recipe: EngineRecipe | undefined,
): readonly Mount[] {
  if (!recipe) return [];
  const { providerPort } = locations;
  const { home } = caller;
  return engineMounts(recipe, { ...folders, home, session, provider, providerPort });
}

function decideEnvironment(
  needs: ContainerNeeds,
  workFolder: string,
  defaults: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { settings, caller, env, locations, trust, provider } = needs;
  const given = Object.fromEntries(
    settings.env.map(({ name, value }) => [name, value ?? outside(env, name)] as const),
  );
  const gitCount = given["GIT_CONFIG_COUNT"] ?? (settings.envAll && env["GIT_CONFIG_COUNT"]);
  const credentials = credentialVariables(settings.credentials, env, {
    gitSettings: Number(gitCount) || 0,
  });
  const own = caller.cameBySudo ? { USER: caller.name, LOGNAME: caller.name } : {};
  return commandEnvironment(env, {
    defaults,
    all: settings.envAll,
    isWritable: (path) => isWritableInside(path, needs),
    excluded: [...settings.excludeEnv, ...(provider?.excluded ?? []), ...credentials.excluded],
    given: { ...own, HOME: caller.home, ...provider?.passed, ...given },
    ours: {
      PWD: workFolder,
      ...proxyVariables(locations),
      ...trust?.variables,
      ...credentials.variables,
      ...provider?.variables,
    },
  });
}
