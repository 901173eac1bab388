import type { Attempt } from "./attempt.ts";
import { sendInside, sendPlain } from "./wire.ts";

const hidden = "GET /secret/MARK HTTP/1.1\r\nHost: raw.test\r\n\r\n";
const post = "POST /ok/a HTTP/1.1\r\nHost: raw.test\r\n";
const get = "GET /ok/a HTTP/1.1\r\nHost: raw.test\r\n";
const size = (text: string) => Buffer.byteLength(text.replaceAll("MARK", "m000z"));
const length = `Content-Length: ${size(hidden)}\r\n`;
const chunked = "Transfer-Encoding: chunked\r\n";

/**
 * Messages with more than one possible end. The mark is in the part that one parser treats as a
 * second request.
 */
const messages: Readonly<Record<string, string>> = {
  "a length and chunks": `${post}Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n${hidden}`,
  "chunks and a length": `${post}${chunked}${length}\r\n0\r\n\r\n${hidden}`,
  "two lengths": `${post}Content-Length: 0\r\n${length}\r\n${hidden}`,
  "two lengths in one header": `${post}Content-Length: 0, ${size(hidden)}\r\n\r\n${hidden}`,
  "a length with a plus": `${post}Content-Length: +0\r\n\r\n${hidden}`,
  "a negative length": `${post}Content-Length: -1\r\n\r\n${hidden}`,
  "a length in hex": `${post}Content-Length: 0x0\r\n\r\n${hidden}`,
  "a length with a space in it": `${post}Content-Length: 0 0\r\n\r\n${hidden}`,
  "a length that is no number": `${post}Content-Length: a\r\n\r\n${hidden}`,
  "an empty length": `${post}Content-Length: \r\n\r\n${hidden}`,
  "a length beyond all numbers": `${post}Content-Length: 18446744073709551616\r\n\r\n${hidden}`,
  "a space before the colon": `${post}Content-Length : 0\r\n${chunked}\r\n0\r\n\r\n${hidden}`,
  "a tab before the colon": `${post}Transfer-Encoding\t: chunked\r\n${length}\r\n0\r\n\r\n${hidden}`,
  "a folded header": `${post}X: a\r\n b\r\n${chunked} x\r\n\r\n0\r\n\r\n${hidden}`,
  "a folded coding": `${post}Transfer-Encoding:\r\n chunked\r\n${length}\r\n0\r\n\r\n${hidden}`,
  "two codings": `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  "chunked in front": `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${hidden}`,
  "gzip in front": `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${hidden}`,
  "chunked twice": `${post}${chunked}${chunked}\r\n0\r\n\r\n${hidden}`,
  "an unknown coding": `${post}Transfer-Encoding: xchunked\r\n${length}\r\n${hidden}`,
  "a coding in quotes": `${post}Transfer-Encoding: "chunked"\r\n${length}\r\n${hidden}`,
  "a coding after a vertical tab": `${post}Transfer-Encoding: \vchunked\r\n${length}\r\n${hidden}`,
  "a coding with a parameter": `${post}Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n${hidden}`,
  "an identity coding": `${post}Transfer-Encoding: identity\r\n${length}\r\n${hidden}`,
  "chunks of HTTP/1.0": `POST /ok/a HTTP/1.0\r\nHost: raw.test\r\n${chunked}${length}\r\n0\r\n\r\n${hidden}`,
  "a chunk size with 0x": `${post}${chunked}\r\n0x0\r\n\r\n${hidden}`,
  "a chunk size with a plus": `${post}${chunked}\r\n+0\r\n\r\n${hidden}`,
  "a chunk size with a minus": `${post}${chunked}\r\n-1\r\n\r\n${hidden}`,
  "a chunk size with a space in front": `${post}${chunked}\r\n 0\r\n\r\n${hidden}`,
  "an empty chunk size": `${post}${chunked}\r\n\r\n\r\n${hidden}`,
  "a chunk size beyond all numbers": `${post}${chunked}\r\n10000000000000000\r\n\r\n${hidden}`,
  "a chunk size that ends in a bare line feed": `${post}${chunked}\r\n0\n\r\n${hidden}`,
  "a chunk without its end": `${post}${chunked}\r\n1\r\naX\r\n0\r\n\r\n${hidden}`,
  "a chunk with a bare end": `${post}${chunked}\r\n1\r\na\n0\r\n\r\n${hidden}`,
  "a chunk extension with a line feed": `${post}${chunked}\r\n1;a\nb\r\na\r\n0\r\n\r\n${hidden}`,
  "a chunk extension with a carriage return": `${post}${chunked}\r\n1;a\rb\r\na\r\n0\r\n\r\n${hidden}`,
  "bare line feeds": `POST /ok/a HTTP/1.1\nHost: raw.test\nContent-Length: 0\n\n${hidden}`,
  "a bare line feed in a header": `${get}X: a\nHost: other.test\r\n\r\n${hidden}`,
  "a bare carriage return in a header": `${get}X: a\rHost: other.test\r\n\r\n${hidden}`,
  "bare carriage returns": `GET /ok/a HTTP/1.1\rHost: raw.test\r\r${hidden}`,
  "a NUL in a value": `${get}X: a\0b\r\n\r\n${hidden}`,
  "a NUL in a name": `${get}X\0: a\r\n\r\n${hidden}`,
  "a NUL in the target": `GET /ok/\0a HTTP/1.1\r\nHost: raw.test\r\n\r\n${hidden}`,
  "a name with a space": `${get}Transfer Encoding: chunked\r\n\r\n${hidden}`,
  "a name in parentheses": `${get}(X): a\r\n\r\n${hidden}`,
  "no name": `${get}: a\r\n\r\n${hidden}`,
  "a header without a colon": `${get}Transfer-Encoding chunked\r\n\r\n${hidden}`,
  "a space in front of the first header": `GET /ok/a HTTP/1.1\r\n Host: raw.test\r\n\r\n${hidden}`,
  "no version": `GET /ok/a\r\n\r\n${hidden}`,
  "version 0.9": `GET /ok/a HTTP/0.9\r\nHost: raw.test\r\n\r\n${hidden}`,
  "version 1.2": `GET /ok/a HTTP/1.2\r\nHost: raw.test\r\n\r\n${hidden}`,
  "version 2.0": `GET /ok/a HTTP/2.0\r\nHost: raw.test\r\n\r\n${hidden}`,
  "version 01.1": `GET /ok/a HTTP/01.1\r\nHost: raw.test\r\n\r\n${hidden}`,
  "two spaces before the target": `GET  /ok/a HTTP/1.1\r\nHost: raw.test\r\n\r\n${hidden}`,
  "two spaces before the version": `GET /ok/a  HTTP/1.1\r\nHost: raw.test\r\n\r\n${hidden}`,
  "a tab for a space": `GET\t/ok/a\tHTTP/1.1\r\nHost: raw.test\r\n\r\n${hidden}`,
  "a request in the target": `GET /ok/a HTTP/1.1 /secret/MARK HTTP/1.1\r\nHost: raw.test\r\n\r\n`,
  "no Host": `GET /ok/MARKARK HTTP/1.1\r\nConnection: close\r\n\r\n`,
  "an unknown method": `FROB /secret/MARK HTTP/1.1\r\nHost: raw.test\r\n\r\n`,
  "a method in lower case": `get /secret/MARK HTTP/1.1\r\nHost: raw.test\r\n\r\n`,
  "TRACE of what is hidden": `TRACE /secret/MARK HTTP/1.1\r\nHost: raw.test\r\n\r\n`,
  "the preface of HTTP/2": `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
  "an upgrade to h2c": `${get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n${hidden}`,
  "an upgrade to TLS": `${get}Connection: Upgrade\r\nUpgrade: TLS/1.2\r\n\r\n${hidden}`,
  "an upgrade to a WebSocket without one": `${get}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n${hidden}`,
  "a body behind a WebSocket": `${get}Connection: Upgrade\r\nUpgrade: websocket\r\n${length}\r\n${hidden}`,
  "two upgrades": `${get}Connection: Upgrade\r\nUpgrade: websocket\r\nUpgrade: h2c\r\n\r\n${hidden}`,
  "a CONNECT within": `CONNECT raw.test:443 HTTP/1.1\r\nHost: raw.test:443\r\n\r\n${hidden}`,
  "a CONNECT within, behind a request": `${get}\r\nCONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n${hidden}`,
  "a CONNECT within a CONNECT within": `CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\nCONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n${hidden}`,
  "a Destination elsewhere": `MOVE /ok/a HTTP/1.1\r\nHost: raw.test\r\nDestination: /secret/MARK\r\n\r\n`,
  "an original URI elsewhere": `${get}X-Original-URI: /secret/MARK\r\n\r\n`,
  "a forwarded URI elsewhere": `${get}X-Forwarded-Uri: /secret/MARK\r\n\r\n`,
  "a second request behind a good one": `${get}\r\n${hidden}`,
  "an Expect that holds the body back": `${post}Expect: 100-continue\r\nContent-Length: 0\r\n\r\n${hidden}`,
};

export function framingAttempts(): Attempt[] {
  const family = "framing";
  const inside = Object.entries(messages).map(([name, text]): Attempt => ({
    family,
    name,
    act: (mark) => sendInside("raw.test:443", text.replaceAll("MARK", mark)),
  }));
  const plain = ["a length and chunks", "two lengths", "a folded header", "no Host"].map(
    (name): Attempt => ({
      family,
      name: `${name}, on the proxy's own port`,
      act: (mark) =>
        sendPlain(
          (messages[name] ?? "")
            .replace(" /ok/a", " http://b.test/ok/a")
            .replaceAll("/secret/MARK", `http://other.test/${mark}`),
        ),
    }),
  );
  const control: Attempt = {
    family,
    name: "a good message with a body",
    isControl: true,
    act: (mark) => sendInside("raw.test:443", `${post}X: ${mark}\r\nContent-Length: 2\r\n\r\nhi`),
  };
  return [...inside, ...plain, control];
}
