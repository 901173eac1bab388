/** In bytes. Far above any response that gatehouse requests; the longest is a job's log. */
export const longestBodyBytes = 10_000_000;

/** The response is longer than any honest one. */
export class AnswerTooLong extends Error {
  constructor() {
    super(`the answer is longer than ${longestBodyBytes / 1_000_000} MB`);
  }
}

/**
 * Reads the text of a body up to the limit, to protect the memory.
 * @throws AnswerTooLong
 */
export async function readBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let length = 0;
  let text = "";
  for await (const piece of body) {
    length += piece.byteLength;
    if (length > longestBodyBytes) throw new AnswerTooLong();
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
