import { BudgetSpent } from "../budget-gate.ts";
import { CredentialUnavailable } from "../credential-source.ts";
import { DialTimeout, ForbiddenAddress } from "./dial.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import { NotConnected } from "./not-connected.ts";
import { UnusableAnswer } from "../http1/read-answer.ts";
import { ParentProxyRefused, ParentProxyUnreachable } from "./parent-proxy.ts";

/** Status and explanation for an allowed request that could not be sent to its origin. */
export type Failure =
  | {
      readonly status: 502 | 504;
      /** One clause without host names: `the origin's certificate has expired`. */
      readonly explanation: string;
      readonly denial?: undefined;
    }
  | {
      readonly status: 403;
      readonly explanation: string;
      /** The denial of the origin's address, or of what exceeds the budget. */
      readonly denial: Denial;
    };

const sentences: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the origin's certificate has expired",
  CERT_NOT_YET_VALID: "the origin's certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the origin's certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the issuer of the origin's certificate is unknown",
  UNABLE_TO_GET_ISSUER_CERT: "the issuer of the origin's certificate is unknown",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the issuer of the origin's certificate is unknown",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the issuer of the origin's certificate is unknown",
  ERR_TLS_CERT_ALTNAME_INVALID: "the origin's certificate is for another name",
  CERT_REVOKED: "the origin's certificate is revoked",
  ECONNREFUSED: "the origin refused the connection",
  ECONNRESET: "the origin closed the connection",
  EPIPE: "the origin closed the connection",
  UND_ERR_SOCKET: "the origin closed the connection",
  EHOSTUNREACH: "the origin's address cannot be reached",
  ENETUNREACH: "the origin's address cannot be reached",
  EADDRNOTAVAIL: "the origin's address cannot be reached",
  ENOTFOUND: "the origin's name was not found",
  EAI_AGAIN: "the origin's name could not be resolved",
  ERR_HTTP2_ERROR: "the origin violated the HTTP/2 protocol",
  ERR_HTTP2_SESSION_ERROR: "the origin closed the HTTP/2 connection",
  ERR_HTTP2_STREAM_ERROR: "the origin closed the stream",
  ETIMEDOUT: "the origin did not respond in time",
  UND_ERR_HEADERS_TIMEOUT: "the origin did not respond in time",
  UND_ERR_BODY_TIMEOUT: "the origin stopped sending",
  UND_ERR_HEADERS_OVERFLOW: "the origin's response headers are too long",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the origin's response does not match its Content-Length",
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: "the request does not match its Content-Length",
  UND_ERR_INVALID_ARG: "the request cannot be forwarded",
};

const late = ["ETIMEDOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** Explains why the origin could not be reached, for the client and the log. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof NotConnected) return explainFailure(error.cause);
  if (error instanceof ForbiddenAddress) return explainForbidden(error);
  if (error instanceof BudgetSpent)
    return { status: 403, explanation: error.message, denial: error.denial };
  if (error instanceof DialTimeout)
    return { status: 504, explanation: "the origin did not respond in time" };
  if (error instanceof ParentProxyUnreachable) return explainParent(error);
  if (error instanceof CredentialUnavailable) return { status: 502, explanation: error.message };
  if (error instanceof ParentProxyRefused) return { status: 502, explanation: error.message };
  if (error instanceof UnusableAnswer)
    return { status: 502, explanation: `the origin's response has ${error.message}` };
  const code = codeOf(error);
  const explanation = explainSyntax(error, code) ?? sentences[code] ?? fallback(code);
  return { status: late.includes(code) ? 504 : 502, explanation };
}

/** The upstream proxy fails for the same reasons as an origin. */
function explainParent({ cause }: ParentProxyUnreachable): Failure {
  const failure = explainFailure(cause);
  return {
    ...failure,
    explanation: failure.explanation.replace("the origin", "the upstream proxy"),
  };
}

function explainForbidden({ message, suggestion }: ForbiddenAddress): Failure {
  const denial = refuse("forbidden-address", message);
  const isNamed = suggestion !== undefined;
  return {
    status: 403,
    explanation: message,
    denial: isNamed ? { ...denial, suggestion } : denial,
  };
}

/**
 * Explains why the parser rejected a response. undici's error has no code, but its message ends
 * with the parser's own reason, which never quotes the response.
 */
function explainSyntax(error: unknown, code: string): string | undefined {
  if (!(error instanceof Error)) return;
  if (code === "UND_ERR_SOCKET" && error.message === "bad response")
    return "the origin sent 100 Continue, which was not requested";
  if (code === "UND_ERR_SOCKET" && error.message === "bad upgrade")
    return "the origin switched protocols, which was not requested";
  const [, reason] =
    /^(?:Parse Error:|.+ HTTP\/1\.1 protocol \()(.+?)\)?$/.exec(error.message) ?? [];
  return reason && `the origin's response is not valid HTTP/1.1 (${reason.trim()})`;
}

function fallback(code: string): string {
  if (code.startsWith("HPE_")) return "the origin's response is not HTTP";
  if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code))
    return "could not open a TLS connection to the origin";
  return code ? `the origin cannot be reached (${code})` : "the origin cannot be reached";
}

/** Returns the code of an error, or the first code among the errors that it contains. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const first: unknown = error.errors[0];
    return codeOf(first);
  }
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
