import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

/**
 * Reads a file that holds a key. `~` is the home folder; a path that was dropped into the terminal may come quoted or
 * with backslashes.
 * @throws InvalidInput
 */
export async function readKeyFile(path: string): Promise<Secret> {
  const spellings = spellingsOf(path.trim()).map(toFullPath);
  const readings = await Promise.allSettled(spellings.map((full) => readFile(full, "utf8")));
  const found = readings.find((reading) => reading.status === "fulfilled");
  if (found) return new Secret(found.value);
  const last = readings.at(-1);
  throw new InvalidInput(
    `The file ${spellings.at(-1)} cannot be read.`,
    [{ say: "Check the path" }],
    {
      cause: last?.status === "rejected" ? last.reason : undefined,
    },
  );
}

/** The path as it stands, and as a shell would read it. */
function spellingsOf(path: string): string[] {
  const [, , quoted] = /^(["'])(.*)\1$/.exec(path) ?? [];
  const asShell = quoted?.replaceAll("'\\''", "'") ?? path.replaceAll(/\\(.)/g, "$1");
  return asShell === path ? [path] : [path, asShell];
}

function toFullPath(path: string): string {
  return resolve(path.replace(/^~(?=$|\/)/, homedir()));
}
