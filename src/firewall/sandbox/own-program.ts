import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { compiledFolder } from "../../shared/compiled-folder.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import { makeFolder } from "../../shared/make-folder.ts";
import { realOr } from "../../shared/real-or.ts";
import { requireTrusted } from "./require-trusted.ts";
import { UnfitWorkFolder } from "./work-folder.ts";

/** The command could plant what the next gatehouse runs. */
class UnmadeCache extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string, options: ErrorOptions) {
    super(
      `${path} cannot be created. It is the cache of gatehouse, in a directory that the command can write to.`,
      [{ say: "Set XDG_CACHE_HOME to a directory outside of it" }],
      options,
    );
  }
}

/**
 * What this program still loads while the command runs, and Node: an installation in a project lies where the command
 * writes, and so may what Node keeps of it between starts. Changed there, it would be run outside.
 * @param writable folders that the command writes to, links followed
 * @returns whole paths
 * @throws PlantedLink, UnmadeCache if the command decides where the cache is, or what is in it
 */
export function ownProgram(writable: readonly string[] = []): readonly string[] {
  // From source all of it, in the program the folder that it was built into.
  const folder = import.meta.url.endsWith(".ts") ? "../.." : ".";
  const kept = compiledFolder(ourEnvironment());
  if (kept) {
    requireTrusted(kept.path, { writable, option: "The cache of gatehouse" });
    requireMade(kept.path, writable);
  }
  return [
    fileURLToPath(new URL(folder, import.meta.url)).replace(/\/$/, ""),
    process.execPath,
    ...(kept ? [kept.path] : []),
  ];
}

/** What is not there cannot be laid over itself, and the command could make it. @throws UnmadeCache */
function requireMade(path: string, writable: readonly string[]): void {
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  if (existing === path) return;
  const real = realOr(existing);
  if (!writable.some((folder) => isWithin(real, folder))) return;
  try {
    makeFolder(path, 0o700);
  } catch (cause) {
    throw new UnmadeCache(path, { cause });
  }
}

/**
 * Makes sure that no folder which the command writes to is of this program: nothing in it could be kept.
 * @throws UnfitWorkFolder
 */
export function requireOutside(
  folders: readonly string[],
  program: readonly string[] = ownProgram(),
): void {
  const inside = folders.find((folder) => program.some((place) => isWithin(folder, place)));
  if (inside !== undefined) throw new UnfitWorkFolder(inside, "gatehouse itself is kept there");
}
