import type { HostProfile } from "../forge/host-profile.ts";
import { requireRepositoryName } from "../forge/repository-name.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { stepVariable } from "../forge/run-step.ts";
import { stepForge } from "../forge/step-forge.ts";
import type { SendOnce } from "../forge/one-request.ts";
import type { AdmitDeps } from "./admit-deps.ts";

/** The way to the forge for one admission: all requests on it are counted, and all end with it. */
export interface Wire {
  readonly profile: HostProfile;
  /** The control repository. @throws InvalidInput where the step was not told it */
  readonly repository: () => RepositoryName;
  readonly deps: AdmitDeps;
  readonly send: SendOnce;
  readonly deadline: AbortSignal;
  readonly counting: () => void;
  readonly requests: () => number;
}

/** All of it, however the forge answers. */
const wholeMilliseconds = 40_000;
/** One request. */
const requestMilliseconds = 10_000;

/** @throws InvalidInput where the step was not told the forge's address */
export function openWire(deps: AdmitDeps): Wire {
  const { env, send, timeLimit } = deps;
  const profile = stepForge(env, "admit");
  let requests = 0;
  const counting = () => void (requests += 1);
  return {
    profile,
    repository: () => requireRepository(env),
    deps,
    send: (request) => {
      counting();
      return send(request);
    },
    deadline: timeLimit(wholeMilliseconds),
    counting,
    requests: () => requests,
  };
}

/** The limit of one request, within that of the whole. */
export function limitRequest({ deadline, deps }: Pick<Wire, "deadline" | "deps">): AbortSignal {
  return AbortSignal.any([deadline, deps.timeLimit(requestMilliseconds)]);
}

function requireRepository(env: AdmitDeps["env"]): RepositoryName {
  return requireRepositoryName(stepVariable(env, "REPOSITORY") ?? "", "FORGE_REPOSITORY=");
}
