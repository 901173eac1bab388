import { ForgeUnreachable } from "./forge-errors.ts";
import { unknownAuthority } from "./unknown-authority.ts";

/** What Node calls a certificate that it does not take. */
const badCertificate = /^(?:ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+)$/;

/** Of a connection that there never was. */
const beforeTheConnection = ["connect", "getaddrinfo"];

/** Whether a request surely never reached anybody: a write can be sent again. Where nobody knows, it was sent. */
export function isNeverSent(error: unknown): boolean {
  return error instanceof ForgeUnreachable && isUnconnected(error.cause);
}

function isUnconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall = "" }: NodeJS.ErrnoException = error;
  if (beforeTheConnection.includes(syscall) || badCertificate.test(code)) return true;
  if (unknownAuthority.test(code)) return true;
  if (code === "UND_ERR_CONNECT_TIMEOUT" || error.message.includes(noTls)) return true;
  // Of several addresses, none was reached.
  if (error instanceof AggregateError) return error.errors.every(isUnconnected);
  return isUnconnected(error.cause);
}

/** Its code is the same as of a connection that broke later. */
const noTls = "before secure TLS connection was established";
