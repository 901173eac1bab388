import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { brands } from "../forge/brand.ts";
import { InvalidInput } from "../shared/errors.ts";
import { readBoundedSync } from "../shared/read-bounded-file.ts";

export interface SettingsFile {
  readonly text: string;
  /** From the folder that it was found in. */
  readonly path: string;
}

/**
 * Looks in each folder for the settings of a control plane that is checked out there: the forge's own folder first; a
 * control repository of the other spelling runs on it as well.
 * @param own the folder of the forge's brand
 * @throws InvalidInput for a file that this user may not read
 */
export function findSettingsFile(
  own: string,
  folders: readonly (string | undefined)[],
): SettingsFile | undefined {
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
    // A pipe that nobody writes to would keep the step for ever.
    const open = openSync(place, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return readBoundedSync(open, path);
    } finally {
      closeSync(open);
    }
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    if (cause instanceof InvalidInput) throw cause;
    throw new InvalidInput(`${path} cannot be read.`, [{ say: "Let this user read the file" }], {
      cause,
    });
  }
}

const absent: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && absent.has(error.code);
}
