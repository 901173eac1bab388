import { UserError, exitCode } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";

export class RefusedByForge extends UserError {
  readonly exitCode = exitCode.refused;
  readonly status: number;
  /** `METHOD /path`, without query. */
  readonly request: string;

  constructor(refusal: {
    status: number;
    request: string;
    message: string;
    hints?: readonly Hint[];
  }) {
    super(
      `The API rejected ${refusal.request}: ${refusal.status} ${refusal.message}`,
      refusal.hints ?? [],
    );
    this.status = refusal.status;
    this.request = refusal.request;
  }
}

/** The organization requires single sign-on for this token. The link is valid for one hour. */
export class SingleSignOnRequired extends RefusedByForge {
  constructor(refusal: { status: number; request: string; link: string | undefined }) {
    super({
      ...refusal,
      message: "the organization requires single sign-on.",
      hints: [
        refusal.link === undefined
          ? { text: "Authorize your login for the organization's single sign-on" }
          : { text: "Authorize this login", link: refusal.link },
        { text: "Then run the same command again" },
      ],
    });
  }
}

/** The credential has no requests left, or requests were sent too fast. */
export class RateLimited extends RefusedByForge {
  readonly resetsAt: Date | undefined;
  /** True if no requests are left until `resetsAt`; false if requests were only sent too fast. */
  readonly isUsedUp: boolean;

  constructor(refusal: {
    status: number;
    request: string;
    resetsAt: Date | undefined;
    isUsedUp?: boolean;
  }) {
    const until = refusal.resetsAt ? ` until ${refusal.resetsAt.toISOString()}` : "";
    super({
      ...refusal,
      message: `rate limit exceeded; no more requests${until}.`,
      hints: [
        {
          text: `Wait${until || " for at least a minute"}, then run the same command again`,
        },
      ],
    });
    this.resetsAt = refusal.resetsAt;
    this.isUsedUp = refusal.isUsedUp ?? false;
  }
}

/** Thrown if the forge did not send a usable response. */
export class ForgeUnreachable extends UserError {
  readonly exitCode = exitCode.unreachable;
  /** Status of the failed response; undefined if there was none. */
  readonly status: number | undefined;

  constructor(
    what: { request: string; reason: string; status?: number; hints?: readonly Hint[] },
    options?: ErrorOptions,
  ) {
    super(
      `${what.request} failed: ${what.reason}`,
      what.hints ?? [
        { text: "Check the network and the host's status, then run the same command again" },
      ],
      options,
    );
    this.status = what.status;
  }
}

/**
 * A response that is not used because it is too long, comes from another host, or has an unexpected
 * shape.
 */
export class AnswerNotAccepted extends ForgeUnreachable {}

/** A response without the documented fields, from the forge or a server in between. */
export class MisshapenAnswer extends AnswerNotAccepted {
  /** @param what request and reason; the reason names the field: `"owner.login" is missing` */
  constructor(what: { request: string; reason: string }, options?: ErrorOptions) {
    super({ ...what, reason: `unexpected response: ${what.reason}` }, options);
  }
}

/**
 * Returns whether GitHub rejected the request with one of these statuses. Returns false if the
 * cause was a rate limit or missing single sign-on.
 */
export function isRefused(error: unknown, ...statuses: readonly number[]): error is RefusedByForge {
  if (error instanceof RateLimited || error instanceof SingleSignOnRequired) return false;
  return error instanceof RefusedByForge && statuses.includes(error.status);
}
