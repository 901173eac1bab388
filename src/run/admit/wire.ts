import type { HostProfile } from "../../forge/host-profile.ts";
import { parseRepositoryName } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { stepForge } from "../../forge/step-forge.ts";
import type { SendOnce } from "../../forge/one-request.ts";
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

/**
 * All that is asked, however the forge answers. What remains of the 40 seconds that an admission may take is for ending
 * what was minted.
 */
const wholeMilliseconds = 34_000;
/** One request. */
const requestMilliseconds = 10_000;

/** @throws InvalidInput where the step was not told the forge's address */
export function openWire(deps: AdmitDeps): Wire {
  const { env, send, timeLimit } = deps;
  const profile = stepForge(env, "admit");
  let requests = 0;
  const counting = () => void (requests += 1);
  const whole = timeLimit(wholeMilliseconds);
  return {
    profile,
    repository: () => requireRepository(env),
    deps,
    send: async (request) => {
      request.signal.throwIfAborted();
      return send({ ...request, sending: counting });
    },
    deadline: AbortSignal.any([whole, deps.stopped]),
    counting,
    requests: () => requests,
  };
}

/** The limit of one request, within that of the whole. */
export function limitRequest({ deadline, deps }: Pick<Wire, "deadline" | "deps">): AbortSignal {
  return AbortSignal.any([deadline, deps.timeLimit(requestMilliseconds)]);
}

function requireRepository(env: AdmitDeps["env"]): RepositoryName {
  const repository = parseRepositoryName(stepVariable(env, "REPOSITORY") ?? "");
  if (repository) return repository;
  throw new InvalidInput("FORGE_REPOSITORY is not a repository's full name, owner/name.", [
    { say: "See what it takes from its environment", command: ownCommandLine("admit", "--help") },
  ]);
}
