import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { HostProfile } from "./host-profile.ts";
import { resolveApi } from "./resolve-api.ts";
import { stepVariable } from "./run-step.ts";

/**
 * The forge whose runner started this step, by its FORGE_API_URL.
 * @param verb of ours that asks, whose help says what a step is told
 * @throws InvalidInput outside a step, and for what is no address of a forge's API
 */
export function stepForge(env: Readonly<NodeJS.ProcessEnv>, verb: string): HostProfile {
  const address = stepVariable(env, "API_URL");
  if (address !== undefined) return resolveApi(address);
  const command = ownCommandLine(...verb.split(" "));
  throw new InvalidInput(`FORGE_API_URL is empty: ${command} is a step of a workflow.`, [
    { say: "See what it takes from its environment", command: `${command} --help` },
  ]);
}
