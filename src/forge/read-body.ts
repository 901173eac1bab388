/**
 * Maximum length in bytes, far larger than any response that gatehouse requests. The longest
 * response is a job's log.
 */
export const longestBodyBytes = 10_000_000;

export class AnswerTooLong extends Error {
  constructor() {
    super(`the response is longer than ${longestBodyBytes / 1_000_000} MB`);
  }
}

/**
 * Reads the text of a body. The maximum length limits memory use.
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
