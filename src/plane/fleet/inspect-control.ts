import { commandLineForFile } from "../repository/command-line.ts";
import { evaluateAtOnce } from "../verify/read-status.ts";
import { evaluateReview } from "../verify/review.ts";
import type { Review } from "../verify/review.ts";
import { readReviewFacts } from "../verify/read-review-facts.ts";
import type { StatusDocument } from "../verify/status-document.ts";
import { bindLocation } from "../../forge/bound-send.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { Cancelled } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import { openFleetCredential } from "./fleet-credential.ts";
import type { FleetCredential, FleetLocation } from "./fleet-credential.ts";

/** The results of `status` and `verify --no-run` for one control plane. */
export interface ControlFindings {
  readonly credential: Omit<FleetCredential, "token" | "end">;
  readonly status: StatusDocument;
  readonly review: Review;
}

export interface InspectOptions extends FleetLocation {
  readonly now: Date;
  /** Signal that aborts, with the reason, when the step must stop. */
  readonly stopped: AbortSignal;
  /** Masks the minted token in the run's log from now on. */
  readonly mask: (token: Secret) => void;
}

/**
 * Reads a control plane once for both results. It does not start a run or use earlier proofs, so
 * the stored keys remain unverified.
 *
 * @throws the reason why the control plane cannot be read: Incomplete, RefusedByForge, RateLimited,
 *   ForgeUnreachable …
 */
export async function inspectControl(
  repository: RepositoryName,
  { now, mask, stopped, ...location }: InspectOptions,
): Promise<ControlFindings> {
  const { env, ...forge } = location;
  const bound = { ...bindLocation(forge, { signal: stopped }), env };
  const { token, end, ...credential } = await openFleetCredential(repository, bound);
  const over = new AbortController();
  const signal = AbortSignal.any([stopped, over.signal]);
  const reading = bindLocation(forge, { signal });
  try {
    if (credential.name === "fleet-app") mask(token);
    const facts = await readReviewFacts({
      client: createForgeClient({ ...reading, token, isNew: credential.name === "fleet-app" }),
      stranger: createForgeClient(reading),
      repository,
      wantsRun: false,
      now: () => now,
      pause: () => Promise.resolve(),
      signal,
      report: () => undefined,
      // The result is read on another machine, so the commands in it must work on any machine.
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
    // Pending requests must not use the revoked token.
    over.abort(new Cancelled("The check is finished."));
    await end();
  }
}

/** A runner does not have a journal, so proofs are not available. */
const nothingProved = { proofOf: () => undefined, patProofOf: () => undefined };
