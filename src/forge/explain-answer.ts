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

export interface ForgeAnswer {
  /** What errors call the request that it answers: `GET /repos/acme/control`. */
  readonly title: string;
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Parsed JSON, a text, or undefined where the forge sends none. A shape reads what it holds. */
  readonly body: unknown;
}

/**
 * Turns an answer that is no success into the error that says what to do.
 * @param advice what to do about a plain refusal; for a person's login unless told
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
    const isUsedUp = headers["x-ratelimit-remaining"] === "0";
    return new RateLimited({ status, request, resetsAt: readReset(headers), isUsedUp });
  }
  if (status >= 500)
    return new ForgeUnreachable({ request, status, because: `${status} ${message}` });
  const isMoved = [301, 307, 308].includes(status);
  const hints = advice ?? (isMoved ? moved : adviseOn(status, profile));
  return new RefusedByForge({ status, request, message, hints });
}

/** Whether an answer means nothing but that what was asked for is not there. */
export function isAbsence({ brand }: HostProfile, { status, headers }: ForgeAnswer): boolean {
  return status === 404 && !headers[brand.singleSignOnHeader]?.startsWith("required");
}

/** A write is not repeated at an address that an answer names. */
const moved = [{ say: "It was renamed or moved: name it as it is called now" }];

/** A secondary limit may come with nothing but its words, and with requests left. */
function isLimit({ status, headers }: ForgeAnswer, message: string): boolean {
  if (status !== 403) return status === 429;
  const isUsedUp = headers["x-ratelimit-remaining"] === "0" || headers["retry-after"] !== undefined;
  return isUsedUp || /rate limit/i.test(message);
}

/** Single sign-on and rate limits say nothing about what was asked for: a 403 of theirs is no "not there". */
export function isAboutTheRequest(refusal: UserError): boolean {
  return !(refusal instanceof SingleSignOnRequired || refusal instanceof RateLimited);
}

/** The forge's own words for why not, without any secret that may stand in them. */
export function readMessage({ body }: Pick<ForgeAnswer, "body">): string {
  const { message } = Object(body) as { message?: unknown };
  return typeof message === "string" ? redact(message) : "(no reason given)";
}

/** A person is sent to the forge's own pages only: on its host, and encrypted where the forge is. */
function readSignOnLink(header: string, { webUrl }: HostProfile): string | undefined {
  const url = parseAddress(/url=(\S+)/.exec(header)?.[1] ?? "");
  return url && url.origin === webUrl && url.username === "" ? url.href : undefined;
}

/** Most refusals are about who is signed in, and as what. */
function adviseOn(status: number, profile: HostProfile): Hint[] {
  if (status === 401) return [explainHowToRenew(profile, "Sign in anew")];
  if (status === 403 || status === 404)
    return [
      explainHowToCheck(profile, "Check which account is signed in, and whether it may do this"),
    ];
  return [];
}

/**
 * Asked too fast, the wait is counted from the answer; used up, the forge names the moment. With requests left that
 * moment is the budget's, and says nothing of how long whoever asked too fast has to wait.
 */
export function readReset(headers: AnswerHeaders): Date | undefined {
  const wait = headers["retry-after"];
  const remaining = headers["x-ratelimit-remaining"];
  if (wait !== undefined) return toMoment(Date.parse(headers["date"] ?? "") / 1000 + Number(wait));
  if (remaining !== undefined && remaining !== "0") return undefined;
  return toMoment(Number(headers["x-ratelimit-reset"] ?? Number.NaN));
}
