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

/** The command could plant code that the next gatehouse process runs. */
class UnmadeCache extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string, options: ErrorOptions) {
    super(
      `Could not create ${path}, the cache of gatehouse. It is in a directory that the command can write to.`,
      [{ text: "Set XDG_CACHE_HOME to a directory outside of it" }],
      options,
    );
  }
}

/**
 * Returns the paths that this program still loads while the command runs, and Node. An installation
 * in a project, and Node's compile cache, can be in directories that the command can write to.
 * Changes there would run outside the container.
 * @param writable directories that the command can write to, with links resolved
 * @returns absolute paths
 * @throws PlantedLink, UnmadeCache if the command controls the location of the cache, or its
 *   content
 */
export function ownProgram(writable: readonly string[] = []): readonly string[] {
  // When running from source, all of it; in the built program, the directory of the build.
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

/**
 * Creates a missing directory, because only an existing one can be mounted read-only, and the
 * command could create it. @throws UnmadeCache
 */
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
 * Verifies that no directory that the command can write to is part of this program, because then
 * none of it could be protected.
 * @throws UnfitWorkFolder
 */
export function requireOutside(
  folders: readonly string[],
  program: readonly string[] = ownProgram(),
): void {
  const inside = folders.find((folder) => program.some((location) => isWithin(folder, location)));
  if (inside !== undefined) throw new UnfitWorkFolder(inside, "it contains gatehouse itself");
}
