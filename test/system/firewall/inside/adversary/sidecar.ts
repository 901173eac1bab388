import type { Attempt } from "./attempt.ts";
import { sendPlain } from "./wire.ts";

/** Requests to the sidecar that try to read its key, or to have it sent elsewhere. */
const requests: Readonly<Record<string, string>> = {
  "an echo of headers": "GET /echo HTTP/1.1\r\nHost: HERE",
  "an echo that is packed": "GET /echo HTTP/1.1\r\nHost: HERE\r\nAccept-Encoding: gzip, br",
  "an echo in part": "GET /echo HTTP/1.1\r\nHost: HERE\r\nRange: bytes=0-20",
  "an echo by POST": "POST /echo HTTP/1.1\r\nHost: HERE\r\nContent-Length: 0",
  "an echo of one's own key too": "GET /echo HTTP/1.1\r\nHost: HERE\r\nAuthorization: Bearer mine",
  "two authorizations":
    "GET /echo HTTP/1.1\r\nHost: HERE\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b",
  "the key named for one hop":
    "GET /echo HTTP/1.1\r\nHost: HERE\r\nConnection: authorization, x-api-key",
  "another key in the query": "GET /echo?key=mine HTTP/1.1\r\nHost: HERE",
  TRACE: "TRACE /echo HTTP/1.1\r\nHost: HERE",
  TRACK: "TRACK /echo HTTP/1.1\r\nHost: HERE",
  CONNECT: "CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443",
  "another Host": "GET /echo HTTP/1.1\r\nHost: other.test",
  "two Hosts": "GET /echo HTTP/1.1\r\nHost: HERE\r\nHost: other.test",
  "an absolute target": "GET https://other.test/echo HTTP/1.1\r\nHost: other.test",
  "an absolute target in the clear": "GET http://other.test/echo HTTP/1.1\r\nHost: other.test",
  "a target with two slashes": "GET //other.test/echo HTTP/1.1\r\nHost: HERE",
  "a target with an at sign": "GET @other.test/echo HTTP/1.1\r\nHost: HERE",
  "a target that lengthens the host": "GET .other.test/echo HTTP/1.1\r\nHost: HERE",
  "a target with a port": "GET :443@other.test/ HTTP/1.1\r\nHost: HERE",
  "a target with a backslash": "GET /\\other.test/echo HTTP/1.1\r\nHost: HERE",
  "dot segments": "GET /../../outside/echo HTTP/1.1\r\nHost: HERE",
  "encoded dot segments": "GET /%2e%2e/outside/echo HTTP/1.1\r\nHost: HERE",
  "dot segments encoded twice": "GET /%252e%252e/outside/echo HTTP/1.1\r\nHost: HERE",
  "an encoded slash": "GET /..%2foutside/echo HTTP/1.1\r\nHost: HERE",
  "an encoded tab": "GET /..%09/outside/echo HTTP/1.1\r\nHost: HERE",
  "an encoded space": "GET /..%20/outside/echo HTTP/1.1\r\nHost: HERE",
  "an original URI": "GET /echo HTTP/1.1\r\nHost: HERE\r\nX-Original-URI: /outside/echo",
  "a forwarded URI": "GET /echo HTTP/1.1\r\nHost: HERE\r\nX-Forwarded-Uri: /outside/echo",
  "an encoded backslash": "GET /..%5coutside/echo HTTP/1.1\r\nHost: HERE",
  "a dot segment with a parameter": "GET /..;/outside/echo HTTP/1.1\r\nHost: HERE",
  "an encoded line break": "GET /echo%0d%0aHost:%20other.test HTTP/1.1\r\nHost: HERE",
  "a bare line break": "GET /echo\nHost: other.test HTTP/1.1\r\nHost: HERE",
  "a NUL": "GET /echo\0 HTTP/1.1\r\nHost: HERE",
  "a redirect elsewhere": "GET /redirect?https%3A%2F%2Fother.test%2Fecho HTTP/1.1\r\nHost: HERE",
  "a fragment": "GET /echo#@other.test HTTP/1.1\r\nHost: HERE",
  "a WebSocket":
    "GET /echo HTTP/1.1\r\nHost: HERE\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
  "a forwarded host": "GET /echo HTTP/1.1\r\nHost: HERE\r\nX-Forwarded-Host: other.test",
  "a length and chunks":
    "POST /echo HTTP/1.1\r\nHost: HERE\r\nContent-Length: 4\r\nTransfer-Encoding: chunked",
};

export function sidecarAttempts(): Attempt[] {
  const base = process.env["AGENT_PROVIDER_BASE_URL"];
  if (base === undefined) return [];
  const { port, host } = new URL(base);
  const send = (text: string, mark: string) =>
    sendPlain(
      `${text.replaceAll("HERE", host)}\r\nX-Sidecar: ${mark}\r\nConnection: close\r\n\r\n`,
      Number(port),
    );
  const below = new URL(base).pathname.replace(/\/$/, "");
  const inBase = Object.entries(requests).map(([name, text]): Attempt => ({
    family: "sidecar",
    name,
    act: (mark) => send(text.replace(/ \/(?=echo|redirect|%|\.)/, ` ${below}/`), mark),
  }));
  const control: Attempt = {
    family: "sidecar",
    name: "a request of the provider's API",
    isControl: true,
    act: (mark) => send(`GET ${below}/hello HTTP/1.1\r\nHost: HERE`, mark),
  };
  return [...inBase, control];
}
