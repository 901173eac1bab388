import { fstatSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";

/** From an open folder a way leads to every other one on its disk, container or not. */
class OpenFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

const names = ["standard input", "standard output", "standard error"] as const;

/**
 * Makes sure that none of the three streams that the command gets is a folder.
 * @param stat of a descriptor; throws for one that is closed
 * @throws OpenFolder
 */
export function requireStreams(
  stat: (descriptor: number) => Pick<Stat, "isDirectory"> = fstatSync,
) {
  const found = names.find((_, descriptor) => isFolder(() => stat(descriptor)));
  if (found === undefined) return;
  throw new OpenFolder(`The command's ${found} is a folder: by it every file would be in reach.`, [
    { say: "Start it with a file, a pipe or nothing there: < /dev/null" },
  ]);
}

type Stat = ReturnType<typeof fstatSync>;

function isFolder(look: () => Pick<Stat, "isDirectory">): boolean {
  try {
    return look().isDirectory();
  } catch {
    // What is closed leads nowhere.
    return false;
  }
}
