/** Whether a file below the workflows' folder is checked: one that people write, or one that the forge runs. */
export function isSource(path: string): boolean {
  return /\.(md|ya?ml)$/i.test(path);
}

/** The package manifest of the repository's root. */
export const manifestPath = "aw.yml";
