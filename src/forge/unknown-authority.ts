import type { Hint } from "../shared/errors.ts";

/** What Node calls a certificate whose authority it does not know. */
export const unknownAuthority =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/;

/** Most often it is that of a company, whose proxy looks into connections, or whose own server the forge is. */
export const trustHints: readonly Hint[] = [
  { say: "Is it your company's certificate? Name its authority's file by NODE_EXTRA_CA_CERTS" },
  { say: "Then run the same command again" },
];

/** Whether a request came to nothing because nobody that Node knows vouches for who answered. */
export function isOfUnknownAuthority(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" }: NodeJS.ErrnoException = error;
  return unknownAuthority.test(code) || isOfUnknownAuthority(error.cause);
}
