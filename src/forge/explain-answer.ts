import type { Hint, UserError } from "../shared/errors.ts";
import { redact } from "../shared/redact.ts";
import {
  ForgeUnreachable,
  RateLimited,
  RefusedByForge,
  SingleSignOnRequired,
} from "./forge-errors.ts";
import type { HostProfile } from "./host-profile.ts";
import { explainHowToCheck, explainHowToRenew } from "./login-advice.ts";
import type { AnswerHeaders } from "./one-request.ts";
import { parseAddress } from "./parse-address.ts";
import { toMoment } from "./parse-object.ts";
import { isUsedUp } from "./retry-policy.ts";

export interface ForgeAnswer {
  /** Name of the request in error messages: `GET /repos/acme/control`. */
  readonly title: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Parsed JSON, or text; undefined if there is no body. Not validated. */
  readonly body: unknown;
}

/**
 * Converts an unsuccessful response into an error with hints.
 * @param advice hints for a rejection without a more specific reason (default: hints about a user's
 *   login)
 */
export function explainAnswer(
  profile: HostProfile,
  answer: ForgeAnswer,
  advice?: readonly Hint[],
): UserError {
  const { status, headers, title: request } = answer;
  const sso = headers[profile.brand.singleSignOnHeader];
  if (sso?.startsWith("required")) {
    return new SingleSignOnRequired({ status, request, link: readSignOnLink(sso, profile) });
  }
  const message = readMessage(answer);
  if (isLimit(answer, message)) {
    const resetsAt = readReset(headers);
    return new RateLimited({ status, request, resetsAt, isUsedUp: isUsedUp(answer) });
  }
  if (status >= 500)
    return new ForgeUnreachable({ request, status, reason: `${status} ${message}` });
  const isMoved = [301, 307, 308].includes(status);
  const hints = advice ?? (isMoved ? moved : adviseOn(status, profile));
  return new RefusedByForge({ status, request, message, hints });
}

/**
 * Returns whether a response means that the requested object does not exist. A 404 can also mean
 * that single sign-on is required.
 */
export function isAbsence({ brand }: HostProfile, { status, headers }: ForgeAnswer): boolean {
  return status === 404 && !headers[brand.singleSignOnHeader]?.startsWith("required");
}

/** Hint for a redirected write, which is not repeated at the redirect's target. */
const moved = [{ text: "Use the current name: the requested resource was renamed or moved" }];

/**
 * Returns whether a response reports a rate limit. A secondary limit may be reported only in the
 * message, even though the headers report that requests are left.
 */
function isLimit(answer: ForgeAnswer, message: string): boolean {
  const { status, headers } = answer;
  if (status !== 403) return status === 429;
  const hasWait = headers["retry-after"] !== undefined;
  return isUsedUp(answer) || hasWait || /rate limit/i.test(message);
}

/**
 * Returns whether an error concerns the request itself, rather than missing single sign-on or a
 * rate limit.
 */
export function isAboutTheRequest(refusal: UserError): boolean {
  return !(refusal instanceof SingleSignOnRequired || refusal instanceof RateLimited);
}

/** Returns GitHub's reason for a rejection, with secrets redacted. */
export function readMessage({ body }: Pick<ForgeAnswer, "body">): string {
  const { message } = Object(body) as { message?: unknown };
  return typeof message === "string" ? redact(message) : "(no reason given)";
}

/** Returns the sign-on link; undefined if its origin is not that of the forge's web pages. */
function readSignOnLink(header: string, { webUrl }: HostProfile): string | undefined {
  const url = parseAddress(/url=(\S+)/.exec(header)?.[1] ?? "");
  return url && url.origin === webUrl && url.username === "" ? url.href : undefined;
}

/** Returns hints about the account and its access, which cause most rejections. */
function adviseOn(status: number, profile: HostProfile): Hint[] {
  if (status === 401) return [explainHowToRenew(profile, "Sign in again")];
  if (status === 403 || status === 404)
    return [
      explainHowToCheck(profile, "Check which account is signed in and whether it has access"),
    ];
  return [];
}

/**
 * Returns the time at which requests are possible again. If requests were sent too fast, the wait
 * in `retry-after` starts with the response. If requests are left, the result is undefined, because
 * GitHub then states only when the capacity is reset.
 */
export function readReset(headers: AnswerHeaders): Date | undefined {
  const wait = headers["retry-after"];
  const remaining = headers["x-ratelimit-remaining"];
  if (wait !== undefined) return toMoment(Date.parse(headers["date"] ?? "") / 1000 + Number(wait));
  if (remaining !== undefined && remaining !== "0") return undefined;
  return toMoment(Number(headers["x-ratelimit-reset"] ?? Number.NaN));
}
