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

/** The command could plant code that the next gatehouse process would run. */
class UnmadeCache extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string, options: ErrorOptions) {
    super(
      `Could not create gatehouse's cache ${path}, which is in a directory that the command can write to.`,
      [{ text: "Set XDG_CACHE_HOME to a directory that the command cannot write to" }],
      options,
    );
  }
}

/**
 * Returns the paths from which this program still loads code while the command runs, and the path
 * of Node. An installation in a project, or Node's compile cache, can be in a directory that the
 * command can write to. Code that the command plants there would run outside the container.
 * @param writable directories that the command can write to, with links resolved
 * @returns absolute paths
 * @throws PlantedLink, UnmadeCache if the command controls the location or content of the cache
 */
export function ownProgram(writable: readonly string[] = []): readonly string[] {
  // The complete source tree when running from source; otherwise, the build directory.
  const folder = import.meta.url.endsWith(".ts") ? "../.." : ".";
  const kept = compiledFolder(ourEnvironment());
  if (kept) {
    requireTrusted(kept.path, { writable, option: "The gatehouse cache" });
    requireMade(kept.path, writable);
  }
  return [
    fileURLToPath(new URL(folder, import.meta.url)).replace(/\/$/, ""),
    process.execPath,
    ...(kept ? [kept.path] : []),
  ];
}

/**
 * Creates a missing directory. Only an existing directory can be mounted read-only, and the command
 * could create a missing one. @throws UnmadeCache
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
 * Verifies that the command cannot write to a directory that contains this program, because the
 * program's files could not be protected there.
 * @throws UnfitWorkFolder
 */
export function requireOutside(
  folders: readonly string[],
  program: readonly string[] = ownProgram(),
): void {
  const inside = folders.find((folder) => program.some((location) => isWithin(folder, location)));
  if (inside !== undefined) throw new UnfitWorkFolder(inside, "it contains gatehouse itself");
}
