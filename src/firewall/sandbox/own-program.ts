import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { compiledFolder, makeWays, type CompiledFolder } from "../../shared/compiled-folder.ts";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";
import { requireTrusted } from "./require-trusted.ts";
import { UnfitWorkFolder } from "./work-folder.ts";

/**
 * What this program still loads while the command runs, and Node: an installation in a project lies where the command
 * writes, and so may what Node keeps of it between starts. Changed there, it would be run outside.
 * @param writable folders that the command writes to, links followed
 * @returns whole paths
 * @throws PlantedLink if the command decides where the cache is
 */
export function ownProgram(writable: readonly string[] = []): readonly string[] {
  // From source all of it, in the program the folder that it was built into.
  const folder = import.meta.url.endsWith(".ts") ? "../.." : ".";
  const kept = compiledFolder(ourEnvironment());
  if (kept) {
    requireTrusted(kept.path, { writable, option: "The cache of gatehouse" });
    makeWithin(kept, writable);
  }
  return [
    fileURLToPath(new URL(folder, import.meta.url)).replace(/\/$/, ""),
    process.execPath,
    ...(kept ? [kept.path] : []),
  ];
}

/** What is not there cannot be laid over itself, and the command could make it. */
function makeWithin(kept: CompiledFolder, writable: readonly string[]): void {
  const ways = [...kept.ways.slice(0, 1).map(dirname), ...kept.ways].map(realOr);
  if (!ways.some((way) => writable.some((folder) => isWithin(way, folder)))) return;
  try {
    makeWays(kept);
  } catch {
    // best effort: where this user may make nothing, the command may not either
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
