/*
 * Existing workflows use GitHub's spelling. gatehouse's own workflows use a neutral spelling. The
 * runner supports both spellings.
 */

/** Names of the expression context that describes the run: `${{ forge.repository }}`. */
export const runContexts: readonly string[] = ["forge", "github"];

/** Prefixes of a step's environment variables, as in `FORGE_API_URL`. */
export const environmentPrefixes: readonly string[] = ["FORGE", "GITHUB"];
