import { codeOf } from "../../../shared/error-code.ts";
import { dropNamed, isForOneHop } from "./read-headers.ts";

/** Thrown if a response cannot be forwarded. The message completes "the response has …". */
export class UnusableAnswer extends Error {
  readonly code = "HPE_UNUSABLE";
}

/**
 * Returns the response headers for the client as a flat list. Omits Alt-Svc, because it would
 * redirect the client to a protocol that the proxy does not inspect.
 */
export function readAnswerHeaders(raw: readonly Buffer[], status = 200): string[] {
  const headers: string[] = [];
  let connection: string | undefined;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = text(raw[at]);
    const key = name.toLowerCase();
    if (key === "connection") connection = `${connection ?? ""},${text(raw[at + 1])}`;
    if (
      key === "transfer-encoding" &&
      text(raw[at + 1])
        .trim()
        .toLowerCase() !== "chunked"
    ) {
      throw new UnusableAnswer("a transfer coding that was not requested");
    }
    // RFC 9110, section 8.6: 204 has no length, but 304 may have the length of the stored response.
    if (key === "content-length" && status === 204) continue;
    if (key !== "alt-svc" && !isForOneHop(key)) headers.push(name, text(raw[at + 1]));
  }
  return dropNamed(headers, connection);
}

/**
 * Returns whether an error concerns only the length of a response that never has a body (RFC 9112,
 * section 6.3). undici compares that length with the body of a 304.
 */
export function isCompleteWithoutBody(status: number | undefined, error: unknown): boolean {
  const hasNoBody = status === 204 || status === 304;
  return hasNoBody && codeOf(error) === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
}

/**
 * Returns the true error of a response whose headers were not read completely. undici reports each
 * error after a Content-Length header as a wrong length.
 */
export function explainHeaders(error: unknown): unknown {
  if (codeOf(error) !== "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return error;
  return new UnusableAnswer("headers that are not valid HTTP/1.1, such as a second Content-Length");
}

function text(bytes: Buffer | undefined): string {
  return bytes?.toString("latin1") ?? "";
}
