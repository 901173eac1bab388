import { isSameMoment, readTokenExpiry } from "../../credentials/pat/expiry.ts";
import { Incomplete } from "../../shared/errors.ts";
import type { PatCheck } from "./check-stored-pat.ts";
import type { TokenReport } from "./proof-workflow.ts";

/** The expected properties of a stored token, as a run can verify them. */
export interface WantedToken {
  /** Number of repositories in the scope. */
  readonly count: number;
  /** Fingerprint of the expected token; undefined if the caller does not have the token. */
  readonly fingerprint?: string;
  /**
   * Expiry time of the token that the operator consented to, in ISO 8601. It identifies the token
   * if the caller does not have the token itself.
   */
  readonly expiresAt?: string;
}

/**
 * Returns the reason why the token in a report is not acceptable; undefined if it is acceptable.
 */
function refuseToken(
  report: TokenReport | undefined,
  { count, fingerprint, expiresAt }: WantedToken,
): string | undefined {
  if (!report) return "the run could not use it";
  if (fingerprint !== undefined && report.fingerprint !== fingerprint) {
    return "the run used a different token than the new one";
  }
  const { asked, read, refusals } = report.discovery;
  if (read !== asked || read !== count) {
    const reason = refusals.length === 0 ? "" : ` (${refusals.join(", ")})`;
    return `it read ${read} of ${count} repositories${reason}`;
  }
  return expiresAt === undefined ? undefined : refuseEnd(report, expiresAt);
}

function refuseEnd({ expires }: TokenReport, consented: string): string | undefined {
  const expiry = readTokenExpiry(expires ?? undefined);
  if (expiry.kind !== "at") return "its expiry is unknown";
  const at = expiry.at.toISOString();
  if (isSameMoment(at, consented)) return undefined;
  return `it expires at ${at}, but the consent covers a token that expires at ${consented}`;
}

/** The stored token is not the expected one, or it cannot access everything in scope. */
export class TokenNotProved extends Incomplete {}

/**
 * @throws TokenNotProved unless the run used the expected token and read every repository in scope
 */
export function requireToken({ report, runLink }: PatCheck, wanted: WantedToken): void {
  const reason = refuseToken(report, wanted);
  if (reason === undefined) return;
  throw new TokenNotProved(`Could not verify the stored token: ${reason}.`, [
    { text: "See the run", link: runLink },
    {
      text: "Check that the environment allows the default branch, and that the token is approved",
    },
  ]);
}
