import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

/** Reads a file that holds a key; `~` is the home folder. @throws InvalidInput */
export async function readKeyFile(path: string): Promise<Secret> {
  const full = resolve(path.trim().replace(/^~(?=$|\/)/, homedir()));
  try {
    return new Secret(await readFile(full, "utf8"));
  } catch (cause) {
    throw new InvalidInput(`The file ${full} cannot be read.`, [{ say: "Check the path" }], {
      cause,
    });
  }
}
