import { runCommand } from "../shared/run-command.ts";
import { git } from "../shared/git.ts";
import { isInClone } from "./read-remotes.ts";

/**
 * Returns the default branch of a clone's remote, as recorded when the repository was cloned.
 * @returns undefined if it is not recorded, as in most checkouts of a CI service
 */
export async function findDefaultBranch(folder: string): Promise<string | undefined> {
  if (!isInClone(folder)) return undefined;
  const args = ["-C", folder, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"];
  const result = await runCommand(git, args, { signal: AbortSignal.timeout(2000) }).catch(
    () => undefined,
  );
  const [, branch] = /^origin\/(\S+)$/m.exec(result?.output.reveal() ?? "") ?? [];
  return branch;
}
