import type { Answering, Asked } from "./asked.ts";

/**
 * Serves texts: `/ok/hello` returns its location, `/ok/echo` the request, `/ok/redirect?URL` a
 * redirect, and `/ok/big?BYTES` a long body.
 */
export function answerPlain(asked: Asked, { request, response }: Answering): void {
  const [path = "", query = ""] = asked.url.split("?", 2);
  if (path.endsWith("/redirect")) {
    response.setHeader("location", decodeURIComponent(query));
    response.writeHead(302);
    response.end();
  } else if (path.endsWith("/echo")) {
    response.setHeader("x-echo", String(asked.headers.authorization ?? "none"));
    response.writeHead(200);
    response.end(JSON.stringify(asked.headers));
  } else if (path.endsWith("/big")) sendBytes(Number(query), response);
  else if (path.endsWith("/count")) countBytes({ request, response });
  else {
    response.setHeader("content-type", "text/plain");
    response.setHeader("alt-svc", 'h3=":443"');
    response.writeHead(200);
    response.end(`origin of ${asked.host}\n`);
  }
}

const piece = Buffer.alloc(65_536, "x");

/** Sends bytes at the reader's speed. */
function sendBytes(count: number, response: Answering["response"]): void {
  response.writeHead(200);
  let left = count;
  const send = () => {
    while (left > 0) {
      const size = Math.min(left, piece.length);
      left -= size;
      if (!response.write(piece.subarray(0, size))) return;
    }
    response.end();
  };
  response.on("drain", send);
  send();
}

function countBytes({ request, response }: Answering): void {
  let count = 0;
  request.on("data", (chunk: Buffer) => (count += chunk.length));
  request.once("end", () => {
    response.writeHead(200);
    response.end(`${count}\n`);
  });
}
