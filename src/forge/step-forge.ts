import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { HostProfile } from "./host-profile.ts";
import { resolveApi } from "./resolve-api.ts";
import { stepVariable } from "./run-step.ts";

/**
 * Returns the forge whose runner started this step, from FORGE_API_URL.
 * @param verb gatehouse subcommand whose help lists the variables of a step
 * @throws InvalidInput outside a step, or if the address is not a REST API
 */
export function stepForge(env: Readonly<NodeJS.ProcessEnv>, verb: string): HostProfile {
  const address = stepVariable(env, "API_URL");
  if (address !== undefined) return resolveApi(address);
  const command = ownCommandLine(...verb.split(" "));
  throw new InvalidInput(`FORGE_API_URL is empty: ${command} must run as a workflow step.`, [
    { text: "See the required environment variables", command: `${command} --help` },
  ]);
}
