import { walkPath } from "../../shared/walk-path.ts";
import { isWithin } from "../../shared/is-within.ts";

/**
 * The target of a path on this machine, or the link through which the command could redirect the
 * path.
 */
export type TrustedPath =
  | { readonly kind: "resolved"; readonly path: string }
  | { readonly kind: "redirected"; readonly link: string }
  | { readonly kind: "missing" };

/**
 * Resolves a path as the system does, except that it does not follow links that the command could
 * have planted or can still change. Files and directories in writable locations are accepted: a
 * command that replaces them could gain access only to its own files.
 * @param path absolute
 * @param writable locations that the command can write to, without links
 */
export function resolveTrusted(path: string, writable: readonly string[]): TrustedPath {
  const stages = walkPath(path);
  const link = stages.find(
    (stage) => stage.found?.isSymbolicLink() && writable.some((each) => isWithin(stage.path, each)),
  );
  if (link) return { kind: "redirected", link: link.path };
  const end = stages.at(-1);
  return end?.found ? { kind: "resolved", path: end.path } : { kind: "missing" };
}
