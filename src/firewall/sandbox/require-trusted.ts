import { UserError, exitCode } from "../../shared/errors.ts";
import { resolveTrusted } from "./trusted-path.ts";

/** An option's path contains a link that an earlier command could have created. */
export class PlantedLink extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(option: string, path: string, link: string) {
    const where = "is a symbolic link in a directory that commands can write to";
    super(`${option} uses ${path}, but ${link} ${where}. A command could redirect the link.`, [
      { text: "Use the real path instead of the link, or delete the link" },
    ]);
  }
}

/**
 * Resolves a path from an option, and rejects a path that a sandboxed command could redirect. Use
 * the result: a link can replace a directory at any time, so resolving the path again could give a
 * different target.
 * @param writable see `writableLocations`
 * @returns the path without links, or the given path if it does not exist
 * @throws PlantedLink
 */
export function requireTrusted(
  path: string,
  { writable, option }: { readonly writable: readonly string[]; readonly option: string },
): string {
  const found = resolveTrusted(path, writable);
  if (found.kind === "redirected") throw new PlantedLink(option, path, found.link);
  return found.kind === "resolved" ? found.path : path;
}
