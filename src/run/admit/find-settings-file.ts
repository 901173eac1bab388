import { join } from "node:path";
import { brands } from "../../forge/brand.ts";
import { codeOf } from "../../shared/error-code.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { NotRegularFile, readRegularFile } from "../../shared/read-regular-file.ts";

const largestBytes = 4 * 1024 * 1024;

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
    const { bytes, size } = readRegularFile(place, largestBytes);
    if (size > largestBytes) throw new InvalidInput(`${path} is larger than 4 MB.`, [hint]);
    return Buffer.from(bytes).toString("utf8");
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    if (cause instanceof InvalidInput) throw cause;
    if (cause instanceof NotRegularFile) throw new InvalidInput(`${cause.message}.`, [hint]);
    throw new InvalidInput(`${path} cannot be read.`, [{ say: "Let this user read the file" }], {
      cause,
    });
  }
}

const hint = { say: "Replace it by the settings file that setup writes" };

function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
