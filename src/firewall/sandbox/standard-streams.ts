import { fstatSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";

/**
 * One of the standard streams is a directory. An open directory gives access to all directories on
 * the same disk, regardless of the container.
 */
class OpenFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

const names = ["standard input", "standard output", "standard error"] as const;

/**
 * Verifies that none of the three standard streams is a directory.
 * @param stat throws if the descriptor is closed
 * @throws OpenFolder
 */
export function requireStreams(
  stat: (descriptor: number) => Pick<Stat, "isDirectory"> = fstatSync,
) {
  const found = names.find((_, descriptor) => isFolder(() => stat(descriptor)));
  if (found === undefined) return;
  throw new OpenFolder(
    `The command's ${found} is a directory, which would give the command access to every file.`,
    [{ text: "Use a file, a pipe or /dev/null instead" }],
  );
}

type Stat = ReturnType<typeof fstatSync>;

function isFolder(stat: () => Pick<Stat, "isDirectory">): boolean {
  try {
    return stat().isDirectory();
  } catch {
    // A closed descriptor does not give access to anything.
    return false;
  }
}
