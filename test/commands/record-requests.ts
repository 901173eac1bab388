import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** One request as it arrived, and its response. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
  readonly answer: unknown;
}

/**
 * Starts a proxy in front of a forge that forwards every request and records who sent it.
 * @param content selects requests that are neither forwarded nor answered
 */
export async function recordRequests(
  target: string,
  content: (asked: Pick<Recorded, "method" | "path">) => boolean = () => false,
) {
  const recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { method = "", url: path = "", headers } = request;
      const body = await text(request);
      if (content({ method, path })) return;
      const { authorization = "", accept = "" } = headers;
      const version = String(headers["x-github-api-version"]);
      const reply = await fetch(`${target}${path}`, {
        method,
        headers: {
          authorization,
          accept,
          "x-github-api-version": version,
        },
        ...(body !== "" && { body }),
      });
      const message = await reply.text();
      const token = authorization.replace(/^bearer /i, "");
      recorded.push({ method, path, token, body: parse(body), answer: parse(message) });
      const type = reply.headers.get("content-type");
      response.writeHead(reply.status, type === null ? {} : { "content-type": type });
      response.end(message);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, recorded };
}

function parse(text: string): unknown {
  return text === "" ? undefined : JSON.parse(text);
}
