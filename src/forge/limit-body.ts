/** Far above any answer that we ask for; a job's log is the longest. */
export const longestBodyBytes = 10_000_000;

/** An answer that does not end where every honest one has ended. */
export class AnswerTooLong extends Error {
  constructor() {
    super(`the answer is longer than ${longestBodyBytes / 1_000_000} MB`);
  }
}

/** The same response, of which nobody reads more than what memory is there for. Reading on rejects with AnswerTooLong. */
export function limitBody(response: Response): Response {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  let length = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      length += piece.byteLength;
      if (length > longestBodyBytes) controller.error(new AnswerTooLong());
      else controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(limit), { status, statusText, headers });
}
