import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidInput } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";
import { homeFolder } from "../../shared/this-user.ts";
import { readBoundedFile } from "../../shared/read-bounded-file.ts";
import { codeOf } from "../../shared/error-code.ts";

/**
 * Reads a file with a private key. `~` means the home directory. Paths dropped into a terminal can
 * be quoted, have backslashes, or be `file://` URLs.
 * @throws InvalidInput that names the file
 */
export async function readKeyFile(path: string): Promise<Secret> {
  const spellings = spellingsOf(path.trim()).map(toFullPath);
  const readings = await Promise.allSettled(spellings.map((full) => readBoundedFile(full)));
  const found = readings.find((reading) => reading.status === "fulfilled");
  if (found) return new Secret(found.value);
  const last = readings.at(-1);
  const cause: unknown = last?.status === "rejected" ? last.reason : undefined;
  if (cause instanceof InvalidInput) throw cause;
  throw new InvalidInput(
    describeUnreadable(spellings.at(-1) ?? path, cause),
    [{ text: "Check the path, or drag the file into the terminal" }],
    { cause },
  );
}

function describeUnreadable(full: string, cause: unknown): string {
  const code = codeOf(cause);
  if (code === "ENOENT") return `File not found: ${full}.`;
  return code === "EISDIR"
    ? `${full} is a directory, not a file.`
    : `Could not read the file ${full}.`;
}

/**
 * Returns the possible interpretations of a path: unchanged, as a shell would read it, and as a
 * `file://` URL.
 */
function spellingsOf(path: string): string[] {
  const [, , quoted] = /^(["'])(.*)\1$/.exec(path) ?? [];
  const asShell = quoted?.replaceAll("'\\''", "'") ?? path.replaceAll(/\\(.)/g, "$1");
  return [...new Set([path, asShell, ...addressOf(asShell)])];
}

function addressOf(path: string): string[] {
  if (!/^file:\/\//i.test(path) || !URL.canParse(path)) return [];
  const address = new URL(path);
  // A `file://` URL can refer to another machine, whose files cannot be read from this machine.
  if (!["", "localhost"].includes(address.hostname)) return [];
  address.hostname = "";
  return [fileURLToPath(address)];
}

function toFullPath(path: string): string {
  // Without a home directory, `~` is an ordinary name.
  return resolve(path.replace(/^~(?=$|\/)/, homeFolder() ?? "~"));
}
