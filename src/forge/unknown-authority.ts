import type { Hint } from "../shared/errors.ts";

/** Node's error codes for a certificate from an unknown authority. */
export const unknownAuthority =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

/** The usual causes are a company's proxy that inspects connections, or a self-hosted forge. */
export const trustHints: readonly Hint[] = [
  {
    text: "If your company issued the certificate, set NODE_EXTRA_CA_CERTS to the file with its CA certificate",
  },
  { text: "Then run the same command again" },
];

/**
 * Returns whether a request failed because Node does not know the authority of the server's
 * certificate.
 */
export function isOfUnknownAuthority(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" }: NodeJS.ErrnoException = error;
  return unknownAuthority.test(code) || isOfUnknownAuthority(error.cause);
}
