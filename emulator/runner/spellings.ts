/*
 * Workflows in the field spell the forge's brand, ours spell it neutrally; the runner understands both.
 */

/** The expression context that tells about the run: `${{ forge.repository }}`. */
export const runContexts: readonly string[] = ["forge", "github"];

/** What the environment variables of a step begin with: FORGE_API_URL. */
export const environmentPrefixes: readonly string[] = ["FORGE", "GITHUB"];
