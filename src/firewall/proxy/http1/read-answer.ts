import { dropNamed, isForOneHop } from "./read-headers.ts";

/** Thrown if a response cannot be forwarded. */
export class UnusableAnswer extends Error {
  readonly code = "HPE_UNUSABLE";
}

/**
 * Returns the response headers for the client as a flat list. Omits Alt-Svc, because it would
 * redirect the client to a protocol that the proxy does not inspect.
 */
export function readAnswerHeaders(raw: readonly Buffer[]): string[] {
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
    if (key !== "alt-svc" && !isForOneHop(key)) headers.push(name, text(raw[at + 1]));
  }
  return dropNamed(headers, connection);
}

function text(bytes: Buffer | undefined): string {
  return bytes?.toString("latin1") ?? "";
}
