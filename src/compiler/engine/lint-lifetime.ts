import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlMap } from "../../yaml/yaml-node.ts";
import type { Engine } from "./engine.ts";

/**
 * Duration in minutes for which a token of a run is valid.
 * @see spec/engine.md, "Limits"
 * @see [doc] apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
 */
const validMinutes = 60;

/**
 * Warns if the engine can run longer than its token is valid. The token is minted before the engine
 * starts, and is not replaced.
 * @param node the engine's block
 */
export function lintLifetime(
  node: YamlMap,
  { path, findings }: Site,
  { timeoutMinutes = 0, appToken, provider }: Partial<Engine>,
): void {
  const field = fieldOf(node, "timeout-minutes");
  if (!field || timeoutMinutes <= validMinutes) return;
  const isMinted = appToken !== undefined || provider?.credential?.kind === "token";
  if (!isMinted) return;
  findings.warn(field.value, `${path}.timeout-minutes`, {
    message: `is longer than the ${validMinutes} minutes for which the engine's token is valid`,
    hint: "Split the agent's task. Requests after that time fail with 401",
  });
}
