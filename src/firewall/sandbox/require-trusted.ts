import { UserError, exitCode } from "../../shared/errors.ts";
import { resolveTrusted } from "./trusted-path.ts";

/** An earlier command can have created the link by which an option's path resolves. */
export class PlantedLink extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(option: string, path: string, link: string) {
    const where = "is a symbolic link in a directory that commands can write to";
    super(`${option} uses ${path}, but ${link} ${where}. A command could point it elsewhere.`, [
      { say: "Name the real path instead of the link, or remove the link" },
    ]);
  }
}

/**
 * Resolves the path of an option, if no command decides where it points. Another resolution of the same path could end
 * elsewhere: a link can replace a directory at any moment.
 * @param writable see `writableLocations`
 * @returns the path without links; the given one if there is nothing
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
