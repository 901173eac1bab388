import { judgeAtOnce } from "../review/read-status.ts";
import { judgeReview } from "../review/review.ts";
import type { Review } from "../review/review.ts";
import { readReviewFacts } from "../review/read-review-facts.ts";
import type { StatusDocument } from "../review/status-document.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Secret } from "../../shared/secret.ts";
import { openFleetCredential } from "./fleet-credential.ts";
import type { FleetCredential, FleetPlace } from "./fleet-credential.ts";

/** What `status` and `verify --no-run` say of one control plane. */
export interface ControlLook {
  readonly credential: Omit<FleetCredential, "token" | "end">;
  readonly status: StatusDocument;
  readonly review: Review;
}

export interface LookOptions extends FleetPlace {
  readonly now: Date;
  /** Hides a token in the run's log from then on. */
  readonly mask: (token: Secret) => void;
}

/**
 * Looks at a control plane once, for both: no run is started, and nothing of another look is remembered, so that stored keys
 * stay unproved.
 * @throws what keeps it from being read: Incomplete, RefusedByForge, RateLimited, ForgeUnreachable …
 */
export async function lookAtControl(
  repository: RepositoryName,
  { now, mask, ...place }: LookOptions,
): Promise<ControlLook> {
  const { profile, fetch } = place;
  const { token, end, ...credential } = await openFleetCredential(repository, place);
  mask(token);
  try {
    const facts = await readReviewFacts({
      client: createForgeClient({ profile, fetch, token }),
      stranger: createForgeClient({ profile, fetch }),
      repository,
      wantsRun: false,
      now: () => now,
      pause: () => Promise.resolve(),
      signal: new AbortController().signal,
      say: () => undefined,
    });
    const status = judgeAtOnce(facts, { host: profile.host, proofs: nothingProved });
    return { credential, status, review: judgeReview(facts) };
  } finally {
    await end();
  }
}

/** A runner remembers nothing. */
const nothingProved = { proofOf: () => undefined, patProofOf: () => undefined };
