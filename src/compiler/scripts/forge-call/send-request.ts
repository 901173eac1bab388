import { request as requestPlain } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as requestEncrypted } from "node:https";
import type { Duplex } from "node:stream";
import type { Proxy } from "./find-proxy.ts";
import { encrypt, openTunnel, verified } from "./open-tunnel.ts";
import { Problem } from "./problem.ts";

export interface OneRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly proxy?: Proxy | undefined;
  /** Cancels the request at any stage. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const longestAnswerBytes = 1_000_000;

/**
 * Sends one request on its own connection and reads the complete response. Does not follow
 * redirects.
 */
export async function sendRequest(one: OneRequest): Promise<Answer> {
  const { address, proxy, signal } = one;
  if (!proxy) return exchange(one, { agent: false });
  const tunnel = await openTunnel(address, proxy, { signal });
  return exchange(one, { createConnection: () => encrypt(tunnel, address) });
}

function exchange(
  { method, address, headers, body, signal }: OneRequest,
  connection: Pick<RequestOptions, "agent"> | { readonly createConnection: () => Duplex },
): Promise<Answer> {
  const open = address.protocol === "https:" ? requestEncrypted : requestPlain;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers, ...length },
      signal,
      ...verified,
      ...connection,
    };
    let isAnswered = false;
    const outgoing = open(address, options, (answer) => {
      isAnswered = true;
      readAnswer(answer, address.origin).then(resolve, reject);
    });
    outgoing.on("error", reject);
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("the server uses another protocol"));
    });
    outgoing.on("close", () => {
      if (!isAnswered) reject(new Error("the connection closed without a response"));
    });
    outgoing.end(body);
  });
}

function readAnswer(answer: IncomingMessage, origin: string): Promise<Answer> {
  const pieces: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    answer.on("data", (piece: Buffer) => {
      length += piece.byteLength;
      pieces.push(piece);
      if (length <= longestAnswerBytes) return;
      answer.destroy(new Problem(`The response from ${origin} is too large.`));
    });
    answer.on("end", () => {
      const { statusCode: status = 0, headers } = answer;
      resolve({ status, headers, text: Buffer.concat(pieces).toString("utf8") });
    });
    answer.on("error", reject);
    answer.on("close", () => reject(new Error("the connection closed during the response")));
  });
}
