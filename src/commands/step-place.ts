import type { HostProfile } from "../forge/host-profile.ts";
import { createProxiedFetch } from "../forge/proxied-fetch.ts";
import { resolveApi } from "../forge/resolve-api.ts";
import { stepVariable } from "../forge/run-step.ts";
import { InvalidInput } from "../shared/errors.ts";

/**
 * The forge that a workflow step runs on, by the step's environment.
 * @throws InvalidInput outside a step
 */
export function stepPlace(env: NodeJS.ProcessEnv): {
  readonly profile: HostProfile;
  readonly fetch: typeof globalThis.fetch;
} {
  const address = stepVariable(env, "API_URL");
  if (address === undefined) {
    throw new InvalidInput("FORGE_API_URL is not set: this runs in a step of a workflow.", [
      { say: "See how a workflow calls it", command: "gatehouse token --help" },
    ]);
  }
  return { profile: resolveApi(address), fetch: createProxiedFetch(env) };
}
