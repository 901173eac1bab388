import { commandLineForFile } from "../repository/command-line.ts";
import { evaluateAtOnce } from "../verify/read-status.ts";
import { evaluateReview } from "../verify/review.ts";
import type { Review } from "../verify/review.ts";
import { readReviewFacts } from "../verify/read-review-facts.ts";
import type { StatusDocument } from "../verify/status-document.ts";
import { bindPlace } from "../../forge/bound-send.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { Cancelled } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import { openFleetCredential } from "./fleet-credential.ts";
import type { FleetCredential, FleetPlace } from "./fleet-credential.ts";

/** What `status` and `verify --no-run` say of one control plane. */
export interface ControlFindings {
  readonly credential: Omit<FleetCredential, "token" | "end">;
  readonly status: StatusDocument;
  readonly review: Review;
}

export interface InspectOptions extends FleetPlace {
  readonly now: Date;
  /** Aborts, with what to end with, when the step is told to end. */
  readonly stopped: AbortSignal;
  /** Hides a token that was made for this look in the run's log from then on. */
  readonly mask: (token: Secret) => void;
}

/**
 * Looks at a control plane once, for both: no run is started, and nothing of another look is remembered, so that stored keys
 * stay unproved.
 * @throws what keeps it from being read: Incomplete, RefusedByForge, RateLimited, ForgeUnreachable …
 */
export async function inspectControl(
  repository: RepositoryName,
  { now, mask, stopped, ...place }: InspectOptions,
): Promise<ControlFindings> {
  const { env, ...forge } = place;
  const bound = { ...bindPlace(forge, { signal: stopped }), env };
  const { token, end, ...credential } = await openFleetCredential(repository, bound);
  const over = new AbortController();
  const signal = AbortSignal.any([stopped, over.signal]);
  const reading = bindPlace(forge, { signal });
  try {
    if (credential.name === "fleet-app") mask(token);
    const facts = await readReviewFacts({
      client: createForgeClient({ ...reading, token }),
      stranger: createForgeClient(reading),
      repository,
      wantsRun: false,
      now: () => now,
      pause: () => Promise.resolve(),
      signal,
      say: () => undefined,
      // What is seen is kept in a file, and read where another machine wrote it.
      command: (verb, more) =>
        commandLineForFile(verb, { profile: forge.profile, repository }, more),
    });
    stopped.throwIfAborted();
    const status = evaluateAtOnce(facts, { host: forge.profile.host, proofs: nothingProved });
    return { credential, status, review: evaluateReview(facts) };
  } catch (error) {
    stopped.throwIfAborted();
    throw error;
  } finally {
    // What still asks would ask with a token that is over.
    over.abort(new Cancelled("The look is over."));
    await end();
  }
}

/** A runner remembers nothing. */
const nothingProved = { proofOf: () => undefined, patProofOf: () => undefined };
