import { dropNamed, isForOneHop } from "./read-headers.ts";

/** An origin's answer says something that cannot be passed on. */
export class UnusableAnswer extends Error {
  readonly code = "HPE_UNUSABLE";
}

/**
 * The headers of an origin's answer that go on to the client, flat.
 * Without Alt-Svc, which would lead it to a protocol that nobody looks into.
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
      throw new UnusableAnswer("a transfer coding that was not asked for");
    }
    if (key !== "alt-svc" && !isForOneHop(key)) headers.push(name, text(raw[at + 1]));
  }
  return dropNamed(headers, connection);
}

function text(bytes: Buffer | undefined): string {
  return bytes?.toString("latin1") ?? "";
}
