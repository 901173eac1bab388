import { UserError, exitCode } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";

/** The forge answered, and the answer is no. */
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
      `The forge refused ${refusal.request}: ${refusal.status} ${refusal.message}`,
      refusal.hints ?? [],
    );
    this.status = refusal.status;
    this.request = refusal.request;
  }
}

/** The organization wants a single sign-on for this token first. The link lives an hour. */
export class SingleSignOnRequired extends RefusedByForge {
  constructor(refusal: { status: number; request: string; link: string | undefined }) {
    super({
      ...refusal,
      message: "the organization asks for single sign-on.",
      hints: [
        refusal.link === undefined
          ? { say: "Authorize your forge login for the organization's single sign-on" }
          : { say: "Authorize this login", link: refusal.link },
        { say: "Then run the same command again" },
      ],
    });
  }
}

/** The credential has used up its requests, or asked too fast. */
export class RateLimited extends RefusedByForge {
  readonly resetsAt: Date | undefined;
  /** Nothing is left until then; else whoever asked was but too fast. */
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
      message: `no more requests${until}.`,
      hints: [
        {
          say: `Do not retry${until || " for at least a minute"}; then run the same command again`,
        },
      ],
    });
    this.resetsAt = refusal.resetsAt;
    this.isUsedUp = refusal.isUsedUp ?? false;
  }
}

/** No answer, or none that makes sense. */
export class ForgeUnreachable extends UserError {
  readonly exitCode = exitCode.unreachable;
  /** What it stumbled with, where it answered at all. */
  readonly status: number | undefined;

  constructor(
    what: { request: string; because: string; status?: number; hints?: readonly Hint[] },
    options?: ErrorOptions,
  ) {
    super(
      `The forge did not answer ${what.request}: ${what.because}`,
      what.hints ?? [
        { say: "Check the network and the host's status; then run the same command again" },
      ],
      options,
    );
    this.status = what.status;
  }
}

/** What came for this one request is not to be taken: too long, from elsewhere, or of another shape. */
export class AnswerNotAccepted extends ForgeUnreachable {}

/** The forge, or whatever answers in its place, did not send what its description promises. */
export class MisshapenAnswer extends AnswerNotAccepted {
  /** @param because names the field: `"owner.login" is missing` */
  constructor(what: { request: string; because: string }, options?: ErrorOptions) {
    super({ ...what, because: `the answer is not as expected: ${what.because}` }, options);
  }
}

/**
 * Whether the forge refused the request itself with one of these statuses: a limit and a sign-on that is due say
 * nothing about what was asked for.
 */
export function isRefused(error: unknown, ...statuses: readonly number[]): error is RefusedByForge {
  if (error instanceof RateLimited || error instanceof SingleSignOnRequired) return false;
  return error instanceof RefusedByForge && statuses.includes(error.status);
}
