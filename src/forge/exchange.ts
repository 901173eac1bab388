import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { AnswerTooLong, longestBodyBytes } from "./limit-body.ts";
import type { OneAnswer, OneRequest } from "./one-request.ts";

/** How Node opens a request, encrypted or not. */
type Open = (
  address: URL,
  options: RequestOptions,
  answered: (answer: IncomingMessage) => void,
) => ClientRequest;

/**
 * Sends one request on a connection of its own, and reads the answer to its end. It comes to an end whatever the server
 * does: a promise that stays open would let the program run out of work, and end as if all were well.
 */
export function exchange(open: Open, request: OneRequest): Promise<OneAnswer> {
  const { method, address, headers, body, signal, sending } = request;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    // A connection that stays open would keep the process from its end.
    const options = { method, headers, signal, agent: false };
    const outgoing = open(address, options, (answer) => {
      isAnswered = true;
      readAnswer(answer, resolve, reject);
    });
    sending?.();
    outgoing.on("error", reject);
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("the server speaks another protocol"));
    });
    // An answer that was read whole by then may not have said so yet.
    outgoing.on("close", () => {
      if (!isAnswered) reject(new Error(withoutAnswer));
    });
    outgoing.end(body);
  });
}

const withoutAnswer = "the connection ended without an answer";

function readAnswer(
  answer: IncomingMessage,
  resolve: (answer: OneAnswer) => void,
  reject: (error: Error) => void,
): void {
  const pieces: Buffer[] = [];
  let length = 0;
  answer.on("error", reject);
  answer.on("data", (piece: Buffer) => {
    length += piece.byteLength;
    pieces.push(piece);
    if (length > longestBodyBytes) answer.destroy(new AnswerTooLong());
  });
  answer.on("end", () => {
    const { statusCode: status = 0 } = answer;
    const text = Buffer.concat(pieces).toString("utf8");
    resolve({ status, headers: firstOfEach(answer.headers), text });
  });
  answer.on("close", () => reject(new Error(withoutAnswer)));
}

function firstOfEach(headers: IncomingMessage["headers"]): OneAnswer["headers"] {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
