import { join, relative } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";

/** One mount in the container's file system. A later mount covers earlier ones. */
export type Mount =
  | {
      readonly kind: "bind";
      readonly source: string;
      readonly target: string;
      readonly isWritable: boolean;
      /** Set for a file system below a read-only mount: see `withReadOnlySubmounts`. */
      readonly isSubmount?: true;
    }
  /** An empty in-memory directory. */
  | { readonly kind: "empty"; readonly target: string; readonly isWritable: boolean }
  /** An empty in-memory directory that the command cannot change. Most runtimes also prevent listing. */
  | { readonly kind: "closed"; readonly target: string }
  | { readonly kind: "link"; readonly target: string; readonly to: string }
  /** A file of the host that is shown as empty, or a socket that does not accept connections. */
  | { readonly kind: "hidden"; readonly target: string };

export type BindMount = Extract<Mount, { kind: "bind" }>;

export function bind(source: string, target = source): BindMount {
  return { kind: "bind", source, target, isWritable: false };
}

export function bindWritable(source: string, target = source): BindMount {
  return { kind: "bind", source, target, isWritable: true };
}

/** Returns this machine's directories and files that the command can write to. */
export function writableSources(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap((mount) =>
    mount.kind === "bind" && mount.isWritable ? [mount.source] : [],
  );
}

/**
 * Removes mounts that a later mount covers, because a runtime may apply mounts in a different order
 * and make them visible.
 */
export function withoutCovered(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.filter(
    ({ target }, at) => !mounts.slice(at + 1).some((later) => isWithin(target, later.target)),
  );
}

/**
 * Returns the path on this machine that the topmost mount shows at a path in the container. Returns
 * undefined if this mount does not show a path of this machine.
 */
export function findCovered(path: string, mounts: readonly Mount[]): string | undefined {
  const top = mounts.findLast(({ target }) => isWithin(path, target));
  return top?.kind === "bind" ? join(top.source, relative(top.target, path)) : undefined;
}

/**
 * Removes bind mounts at paths that an earlier mount already shows as a link. The link still points
 * to the mounted directory, and bubblewrap 0.12 and later does not mount onto links. Mounts that
 * hide files are kept.
 */
export function withoutLinkTargets(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.filter(({ kind, target }, at) => {
    if (kind !== "bind") return true;
    const covered = findCovered(target, mounts.slice(0, at));
    return covered === undefined || realOr(covered) === covered;
  });
}
