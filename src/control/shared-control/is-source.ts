/** Whether a file below the workflows' folder is one that people write. What was compiled is none. */
export function isSource(path: string): boolean {
  return /\.(md|ya?ml)$/i.test(path) && !/\.lock\.ya?ml$/i.test(path);
}

/** The package manifest of the repository's root. */
export const manifestPath = "aw.yml";
