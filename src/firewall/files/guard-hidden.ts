import { lstatSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";

/**
 * Another program replaced a hidden path during the run. The kernel then removes the mount that
 * hides the path.
 */
export class HiddenPathReplaced extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(path: string) {
    super(
      `${path} was hidden, but another program replaced or deleted it during the run, so gatehouse stopped the command.`,
      [
        { text: "The command may have read the new content: if it contains a secret, rotate it" },
        { text: "Hide the directory instead, or do not save the file during a run" },
      ],
    );
  }
}

/** Changes of hidden paths cannot be detected, so the paths could become visible. */
class UnwatchableFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Could not watch the hidden paths in ${folder}: ${reason}`,
      [
        {
          text: "If the limit of watches is reached, raise it",
          command:
            "sudo sysctl fs.inotify.max_user_instances=1024 fs.inotify.max_user_watches=524288",
        },
      ],
      { cause },
    );
  }
}

export interface HiddenGuard {
  /** Reports each detected change from now on, and those since the guard was created. */
  start(report: (error: UserError) => void): void;
  /** @throws HiddenPathReplaced */
  check(): void;
  close(): void;
}

/** Interval of the checks that find changes whose events the kernel dropped. */
const checkMilliseconds = 1000;

/**
 * Detects that another program replaces a hidden path. The command itself cannot replace a hidden
 * path or rename a directory around it, because both are mount points.
 * @param paths hidden paths, without links
 * @param folders directories that contain the paths, and that the command can see
 */
export function guardHidden(paths: readonly string[], folders: readonly string[]): HiddenGuard {
  const planned = new Map(paths.map((path) => [path, identify(path)]));
  const findChanged = () =>
    [...planned].find(([path, identity]) => identify(path) !== identity)?.[0];
  let report: (error: UserError) => void = () => undefined;
  const onEvent = () => {
    const changed = findChanged();
    if (changed !== undefined) report(new HiddenPathReplaced(changed));
  };
  const watchers = watchAll(namesByFolder(paths, folders), onEvent, (error) => report(error));
  const timer = setInterval(onEvent, checkMilliseconds).unref();
  return {
    start: (given) => {
      report = given;
      onEvent();
    },
    check: () => {
      const changed = findChanged();
      if (changed !== undefined) throw new HiddenPathReplaced(changed);
    },
    close: () => {
      clearInterval(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

/** Returns undefined if the path does not exist. */
function identify(path: string): string | undefined {
  try {
    const { dev, ino } = lstatSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Returns each directory to watch, with the names in it that must not change. */
function namesByFolder(
  paths: readonly string[],
  folders: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const path of paths) {
    const isShown = (folder: string) => folders.some((each) => isWithin(folder, each));
    for (let at = path; isShown(dirname(at)) && dirname(at) !== at; at = dirname(at)) {
      const known = names.get(dirname(at)) ?? new Set();
      names.set(dirname(at), known.add(basename(at)));
    }
  }
  return names;
}

function watchAll(
  names: ReadonlyMap<string, ReadonlySet<string>>,
  onEvent: () => void,
  onError: (error: UserError) => void,
): readonly FSWatcher[] {
  const watchers: FSWatcher[] = [];
  for (const [folder, known] of names) {
    try {
      const watcher = watch(folder, { persistent: false }, (_kind, name) => {
        if (name === null || known.has(name) || name === basename(folder)) onEvent();
      });
      watchers.push(watcher.on("error", (cause) => onError(new UnwatchableFolder(folder, cause))));
    } catch (cause) {
      for (const watcher of watchers) watcher.close();
      throw new UnwatchableFolder(folder, cause);
    }
  }
  return watchers;
}
