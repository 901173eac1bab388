/**
 * Returns whether a file below the workflows directory is checked: a source file, or a workflow
 * that the forge runs.
 */
export function isSource(path: string): boolean {
  return /\.(md|ya?ml)$/i.test(path);
}

/** The package manifest at the root of the repository. */
export const manifestPath = "aw.yml";
