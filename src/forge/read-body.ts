/** Far above any answer that we ask for; a job's log is the longest. */
export const longestBodyBytes = 10_000_000;

/** An answer that does not end where every honest one has ended. */
export class AnswerTooLong extends Error {
  constructor() {
    super(`the answer is longer than ${longestBodyBytes / 1_000_000} MB`);
  }
}

/** Reads an answer's text without taking in more than what memory is there for. @throws AnswerTooLong */
export async function readBody({ body }: Response): Promise<string> {
  if (!body) return "";
  const decoder = new TextDecoder();
  let length = 0;
  let text = "";
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const piece of body) {
    length += piece.byteLength;
    if (length > longestBodyBytes) throw new AnswerTooLong();
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
