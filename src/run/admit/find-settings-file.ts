import { join } from "node:path";
import { brands } from "../../forge/brand.ts";
import { codeOf } from "../../shared/error-code.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { explainReadFailure, explainRefusal } from "../../shared/file-refusals.ts";
import { NotRegularFile, readRegularFile } from "../../shared/read-regular-file.ts";

const largestBytes = 4 * 1024 * 1024;

export interface SettingsFile {
  readonly text: string;
  /** Path relative to the directory that was searched. */
  readonly path: string;
}

/**
 * Searches directories for the settings of a checked-out control plane. Searches the forge's own
 * subdirectory first, but also accepts the subdirectory of the other brand.
 * @param own the subdirectory of the forge's brand
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

// Synchronous, because nothing else runs at this time, and loading the asynchronous API would take
// longer than reading the file.
function readIfThere(location: string, path: string): string | undefined {
  try {
    const { bytes, size } = readRegularFile(location, largestBytes);
    if (size > largestBytes) throw new InvalidInput(`${path} is larger than 4 MB.`, [hint]);
    return Buffer.from(bytes).toString("utf8");
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    if (cause instanceof InvalidInput) throw cause;
    if (cause instanceof NotRegularFile) throw new InvalidInput(`${cause.message}.`, [hint]);
    const refusal = explainRefusal(cause);
    const reason = explainReadFailure(cause);
    throw new InvalidInput(
      `Could not read ${path}: ${reason}.`,
      refusal ? [{ text: refusal.text }] : [],
      { cause },
    );
  }
}

const hint = { text: "Replace it with the settings file that setup writes" };

function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
