import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { AnswerTooLong, longestBodyBytes } from "./limit-body.ts";
import type { OneAnswer, OneRequest } from "./one-request.ts";

/** How Node opens a request, encrypted or not. */
type Open = (
  address: URL,
  options: RequestOptions,
  answered: (answer: IncomingMessage) => void,
) => ClientRequest;

/** Sends one request on a connection of its own, and reads the answer to its end. */
export function exchange(open: Open, request: OneRequest): Promise<OneAnswer> {
  const { method, address, headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    // A connection that stays open would keep the process from its end.
    const options = { method, headers, signal, agent: false };
    const sending = open(address, options, (answer) => {
      readAnswer(answer, resolve, reject);
    });
    sending.on("error", reject);
    sending.end(body);
  });
}

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
}

function firstOfEach(headers: IncomingMessage["headers"]): OneAnswer["headers"] {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
