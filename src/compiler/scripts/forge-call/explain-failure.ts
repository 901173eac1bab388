import { Problem } from "./problem.ts";

/** What kept a request from its answer, as a sentence. Only Node's own words for it are told. */
export function explainFailure(failure: unknown, api: string): Problem {
  if (failure instanceof Problem) return failure;
  const code = codeOf(failure);
  if (isAboutCertificate(code)) {
    return new Problem(
      `The certificate of ${api} is not trusted (${code}): NODE_EXTRA_CA_CERTS names a file with an authority of your own.`,
    );
  }
  return new Problem(`${api} cannot be reached (${code}).`);
}

export function isAboutCertificate(code: string): boolean {
  return /CERT|SIGNATURE|CRL|HOSTNAME_MISMATCH/.test(code);
}

/** A code of Node or OpenSSL; in place of one, a message of our own. */
export function codeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return "unknown";
  const code = "code" in failure ? failure.code : undefined;
  if (typeof code === "string") return code;
  return /^the [\w ]+$/.test(failure.message) ? failure.message : failure.name;
}
