import { ForgeUnreachable } from "./forge-errors.ts";
import { unknownAuthority } from "./unknown-authority.ts";

/** Node's error codes for rejected certificates. */
const badCertificate = /^(?:ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+)$/;

/** Names of the system calls that run before a connection exists. */
const beforeTheConnection = ["connect", "getaddrinfo"];

/**
 * Returns whether a request definitely never reached a server, so that a write can be retried. In
 * all other cases, the request may have been sent.
 */
export function isNeverSent(error: unknown): boolean {
  return error instanceof ForgeUnreachable && isUnconnected(error.cause);
}

function isUnconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall = "" }: NodeJS.ErrnoException = error;
  if (beforeTheConnection.includes(syscall) || badCertificate.test(code)) return true;
  if (unknownAuthority.test(code)) return true;
  if (code === "UND_ERR_CONNECT_TIMEOUT" || error.message.includes(noTls)) return true;
  // Error from a connection attempt that failed for several addresses.
  if (error instanceof AggregateError) return error.errors.every(isUnconnected);
  return isUnconnected(error.cause);
}

/**
 * Part of the message of Node's TLS error. A connection that breaks later has the same error code
 * but a different message.
 */
const noTls = "before secure TLS connection was established";
