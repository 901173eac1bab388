/*
 * Existing workflows use GitHub's spelling. Workflows of gatehouse use a neutral spelling. The
 * runner supports both.
 */

/** Names of the expression context with facts about the run: `${{ forge.repository }}`. */
export const runContexts: readonly string[] = ["forge", "github"];

/** Prefixes of the environment variables of a step: FORGE_API_URL. */
export const environmentPrefixes: readonly string[] = ["FORGE", "GITHUB"];
