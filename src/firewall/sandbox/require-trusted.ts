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
 * Makes sure that no command decides where the path of an option points.
 * @param writable see `writableLocations`
 * @throws PlantedLink
 */
export function requireTrusted(
  path: string,
  { writable, option }: { readonly writable: readonly string[]; readonly option: string },
): void {
  const found = resolveTrusted(path, writable);
  if (found.kind === "redirected") throw new PlantedLink(option, path, found.link);
}
