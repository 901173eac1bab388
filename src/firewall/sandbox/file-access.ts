import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";
import type { BindMount, Mount } from "./mount.ts";
import { bind } from "./mount.ts";

/** Access of the command to a path of this machine, and to everything below it. */
export interface PathAccess {
  /** Absolute, without links. */
  readonly path: string;
  readonly access: "hidden" | "read-only" | "writable";
  readonly isFolder: boolean;
}

/** Decisions about the files in directories that a command can write to. */
export interface FileAccess {
  /** Paths that the command must not rename or delete, also not with a directory around them. */
  readonly kept: readonly string[];
  /**
   * Makes mounts read-only, and adds mounts for paths with different access. Each added mount
   * directly follows the mount that shows its path.
   * @param kept gatehouse's own files, which stay read-only
   */
  restrict(shown: readonly Mount[], kept: readonly string[]): readonly Mount[];
  /** Returns mounts that hide the hidden paths wherever the given mounts show them. */
  cover(mounts: readonly Mount[]): readonly Mount[];
  /** Returns whether the command can write to a path that a writable mount shows. */
  allowsWrite(path: string): boolean;
}

/**
 * @param rules at most one rule for each path; the rule of the innermost path applies
 * @param emptyFile file that is shown instead of a hidden file
 */
export function createFileAccess(rules: readonly PathAccess[], emptyFile: string): FileAccess {
  const sorted = rules.toSorted((a, b) => a.path.length - b.path.length);
  const hidden = sorted.filter(({ access }) => access === "hidden");
  const open = sorted.filter(({ access }) => access !== "hidden");
  return {
    kept: rules.filter(({ access }) => access !== "writable").map(({ path }) => path),
    restrict: (shown, kept) => {
      // A directory that is itself mounted cannot be kept: see `planContainer`.
      const own = kept.map(realOr).filter((each) => !shown.some((mount) => isIn(mount, each)));
      const usable = open.filter(({ path }) => !own.some((each) => isWithin(path, each)));
      return shown.flatMap((mount, at) => restrictMount(mount, shown.slice(at + 1), usable));
    },
    cover: (mounts) => outermost(coverAll(mounts, hidden, emptyFile)),
    allowsWrite: (path) => (ruleOf(path, sorted)?.access ?? "writable") === "writable",
  };
}

function isIn(mount: Mount, folder: string): boolean {
  return mount.kind === "bind" && isWithin(mount.source, folder);
}

/** Returns the rule of the innermost path. */
function ruleOf(path: string, sorted: readonly PathAccess[]): PathAccess | undefined {
  return sorted.findLast((rule) => isWithin(path, rule.path));
}

function restrictMount(
  mount: Mount,
  later: readonly Mount[],
  rules: readonly PathAccess[],
): readonly Mount[] {
  if (mount.kind !== "bind" || !mount.isWritable) return [mount];
  const { source, target } = mount;
  const isWritable = ruleOf(source, rules)?.access !== "read-only";
  const inner = rules.filter(
    (rule, at) =>
      rule.path !== source &&
      isWithin(rule.path, source) &&
      (ruleOf(rule.path, rules.slice(0, at))?.access ?? "writable") !== rule.access,
  );
  const mounts = inner.map(({ path, access }): BindMount => ({
    kind: "bind",
    source: path,
    target: join(target, relative(source, path)),
    isWritable: access === "writable",
  }));
  return [
    { ...mount, isWritable },
    ...mounts.filter((each) => !later.some((other) => isWithin(each.target, other.target))),
  ];
}

function coverAll(
  mounts: readonly Mount[],
  hidden: readonly PathAccess[],
  emptyFile: string,
): readonly Mount[] {
  return mounts.flatMap((mount, at) => {
    if (mount.kind !== "bind") return [];
    const { source, target } = mount;
    const later = mounts.slice(at + 1);
    return hidden.flatMap(({ path, isFolder }): readonly Mount[] => {
      // A mount of a path in a hidden directory is hidden completely.
      const isInside = isWithin(source, path);
      if (!isInside && !isWithin(path, source)) return [];
      const place = isInside ? target : join(target, relative(source, path));
      if (later.some((other) => isWithin(place, other.target))) return [];
      const isClosed = source === path || !isInside ? isFolder : statSync(source).isDirectory();
      return [isClosed ? { kind: "closed", target: place } : bind(emptyFile, place)];
    });
  });
}

/** Removes covers at the same path, and covers in a directory that another one covers. */
function outermost(covers: readonly Mount[]): readonly Mount[] {
  return covers.filter(
    ({ target }, at) =>
      !covers.some(
        (other, index) =>
          (other.target !== target && isWithin(target, other.target)) ||
          (other.target === target && index < at),
      ),
  );
}
