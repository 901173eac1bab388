import { join } from "node:path";
import { brands } from "../../forge/brand.ts";
import { codeOf } from "../../shared/error-code.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { NotRegularFile, readRegularFile } from "../../shared/read-regular-file.ts";

const largestBytes = 4 * 1024 * 1024;

export interface SettingsFile {
  readonly text: string;
  /** Path relative to the folder where the file was found. */
  readonly path: string;
}

/**
 * Searches folders for the settings of a checked-out control plane. It checks the forge's own
 * folder first, but a control repository with the other brand's folder works as well.
 * @param own the folder of the forge's brand
 * @throws InvalidInput for a file that this user cannot read
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

// Synchronous, because nothing else runs at this time, and loading the asynchronous API takes
// longer than the read.
function readIfThere(location: string, path: string): string | undefined {
  try {
    const { bytes, size } = readRegularFile(location, largestBytes);
    if (size > largestBytes) throw new InvalidInput(`${path} is larger than 4 MB.`, [hint]);
    return Buffer.from(bytes).toString("utf8");
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    if (cause instanceof InvalidInput) throw cause;
    if (cause instanceof NotRegularFile) throw new InvalidInput(`${cause.message}.`, [hint]);
    throw new InvalidInput(
      `Could not read ${path}.`,
      [{ text: "Give this user read permission" }],
      {
        cause,
      },
    );
  }
}

const hint = { text: "Replace it with the settings file that setup writes" };

function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
