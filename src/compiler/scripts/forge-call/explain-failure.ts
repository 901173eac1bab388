import { Problem } from "./problem.ts";

/**
 * Explains why a request got no response. Uses only error codes, never a message that could contain
 * data.
 */
export function explainFailure(failure: unknown, api: string): Problem {
  if (failure instanceof Problem) return failure;
  const code = codeOf(failure);
  if (isAboutCertificate(code)) {
    return new Problem(
      `The certificate of ${api} is not trusted (${code}). To use your own certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate.`,
    );
  }
  return new Problem(`Could not reach ${api} (${code}).`);
}

export function isAboutCertificate(code: string): boolean {
  return /CERT|SIGNATURE|CRL|HOSTNAME_MISMATCH/.test(code);
}

/** Returns the Node or OpenSSL error code, or the message of one of our own errors. */
export function codeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return "unknown";
  const code = "code" in failure ? failure.code : undefined;
  if (typeof code === "string") return code;
  return /^the [\w ]+$/.test(failure.message) ? failure.message : failure.name;
}
