/** Far above any answer that we ask for; a job's log is the longest. */
export const longestBodyBytes = 10_000_000;

/** An answer that does not end where every honest one has ended. */
export class AnswerTooLong extends Error {
  constructor() {
    super(`the answer is longer than ${longestBodyBytes / 1_000_000} MB`);
  }
}

/** The text of a body, of which nobody reads more than what memory is there for. @throws AnswerTooLong */
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
