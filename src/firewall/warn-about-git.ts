import { shellWord } from "../shared/shell-word.ts";
import type { ChosenFolders } from "./choose-folders.ts";
import { findCovered } from "./sandbox/mount.ts";

/**
 * Returns a warning if Git does not work in the working directory, because its Git directory is
 * elsewhere and is not shown.
 */
export function warnAboutGit({
  workFolder,
  mounts,
  git: { refused },
}: Pick<ChosenFolders, "workFolder" | "mounts" | "git">): readonly string[] {
  if (!refused || findCovered(refused.path, mounts) === refused.path) return [];
  const { path, mountable } = refused;
  const problem =
    `Git does not work in ${workFolder}: its .git file points to ${path}, which is not shown, ` +
    "because gatehouse could not verify that it belongs to this directory.";
  if (mountable === undefined) return [problem];
  const option = `--mount ${shellWord(`${mountable}:${mountable}:ro`)}`;
  return [`${problem} If it does, add ${option}.`];
}
