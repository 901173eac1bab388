import type { HostProfile } from "../../forge/host-profile.ts";
import { attempts, isUsedUp, pauseAfter } from "../../forge/retry-policy.ts";
import { parseRepositoryName } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { stepForge } from "../../forge/step-forge.ts";
import type { OneAnswer, SendOnce } from "../../forge/one-request.ts";
import type { AdmitDeps } from "./admit-deps.ts";

/**
 * The connection to the forge for one admission. Counts all requests, and aborts them when the
 * admission is stopped.
 */
export interface Wire {
  readonly profile: HostProfile;
  /** The control repository. @throws InvalidInput if the step does not define it */
  readonly repository: () => RepositoryName;
  readonly deps: AdmitDeps;
  readonly send: SendOnce;
  readonly deadline: AbortSignal;
  readonly counting: () => void;
  readonly requests: () => number;
}

/**
 * Time limit for all requests together. An admission can take 40 seconds; the remaining time is
 * reserved for revoking minted tokens.
 */
const totalMilliseconds = 34_000;
const requestMilliseconds = 10_000;

/** @throws InvalidInput if the step does not define the API URL */
export function openWire(deps: AdmitDeps): Wire {
  const { env, send, timeLimit } = deps;
  const profile = stepForge(env, "admit");
  let requests = 0;
  const counting = () => void (requests += 1);
  const total = timeLimit(totalMilliseconds);
  return {
    profile,
    repository: () => requireRepository(env),
    deps,
    send: async (request) => {
      request.signal.throwIfAborted();
      return send({ ...request, sending: counting });
    },
    deadline: AbortSignal.any([total, deps.stopped]),
    counting,
    requests: () => requests,
  };
}

/** Returns the time limit for one request, within the total limit. */
export function limitRequest({ deadline, deps }: Pick<Wire, "deadline" | "deps">): AbortSignal {
  return AbortSignal.any([deadline, deps.timeLimit(requestMilliseconds)]);
}

/** Options of a request that is repeated within the total time limit. */
interface Repeating {
  readonly wire: Pick<Wire, "deadline" | "deps">;
  /** Whether the token was just minted, so that a 401 is not final. */
  readonly isNew: boolean;
  /** Returns whether another attempt cannot change the response, or is not allowed. */
  readonly isFinal: (answer: OneAnswer) => boolean;
}

/**
 * Sends a request up to three times, until a response is final.
 * @returns the last response; undefined if the API did not respond to the last attempt
 */
export async function askRepeatedly(
  ask: () => Promise<OneAnswer>,
  { wire: { deps, deadline }, isNew, isFinal }: Repeating,
): Promise<OneAnswer | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    // The error is not reported, because it could quote a token that is not valid in a header.
    const answer = await ask().catch(() => undefined);
    const isTooEarly = isNew && answer?.status === 401;
    const isOver = answer && (isUsedUp(answer) || (!isTooEarly && isFinal(answer)));
    if (isOver || attempt === attempts) return answer;
    await deps.pause(pauseAfter(attempt, { isTooEarly }), deadline).catch(() => undefined);
    if (deadline.aborted) return answer;
  }
}

function requireRepository(env: AdmitDeps["env"]): RepositoryName {
  const repository = parseRepositoryName(stepVariable(env, "REPOSITORY") ?? "");
  if (repository) return repository;
  throw new InvalidInput("FORGE_REPOSITORY is not a full repository name (owner/name).", [
    {
      text: "Show the environment variables that admit reads",
      command: ownCommandLine("admit", "--help"),
    },
  ]);
}
