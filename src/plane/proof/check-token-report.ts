import { isSameMoment, readTokenExpiry } from "../../credentials/pat/expiry.ts";
import { Incomplete } from "../../shared/errors.ts";
import type { PatCheck } from "./check-stored-pat.ts";
import type { TokenReport } from "./proof-workflow.ts";

/** What a stored token has to be, as far as a run can tell. */
export interface WantedToken {
  /** How many repositories the scope enrols. */
  readonly count: number;
  /** Of the very token, where it was at hand. */
  readonly fingerprint?: string;
  /** When the token ends that was consented to (ISO 8601): all that tells it from another one that nobody has at hand. */
  readonly expiresAt?: string;
}

/** Why a run's token is not the one that is wanted; undefined where it is. */
function refuseToken(
  report: TokenReport | undefined,
  { count, fingerprint, expiresAt }: WantedToken,
): string | undefined {
  if (!report) return "the run could not use it";
  if (fingerprint !== undefined && report.fingerprint !== fingerprint) {
    return "the run used another token than the new one";
  }
  const { asked, read, refusals } = report.discovery;
  if (read !== asked || read !== count) {
    const because = refusals.length === 0 ? "" : ` (${refusals.join(", ")})`;
    return `it read ${read} of ${count} repositories${because}`;
  }
  return expiresAt === undefined ? undefined : refuseEnd(report, expiresAt);
}

function refuseEnd({ expires }: TokenReport, consented: string): string | undefined {
  const expiry = readTokenExpiry(expires ?? undefined);
  if (expiry.kind !== "at") return "the forge does not say when it ends";
  const at = expiry.at.toISOString();
  if (isSameMoment(at, consented)) return undefined;
  return `it ends at ${at}, and the consent is to a token that ends at ${consented}`;
}

/** The stored token is not the one that it should be, or does not reach what it should. */
export class TokenNotProved extends Incomplete {}

/** @throws TokenNotProved unless the run used the token that is wanted, and it read all that it has to read */
export function requireToken({ report, runLink }: PatCheck, wanted: WantedToken): void {
  const because = refuseToken(report, wanted);
  if (because === undefined) return;
  throw new TokenNotProved(`The stored token was not seen to work: ${because}.`, [
    { say: "See the run", link: runLink },
    { say: "Check that the environment takes the default branch, and that the token is approved" },
  ]);
}
