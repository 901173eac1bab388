// A lightweight origin that counts requests without parsing them, so that the proxy dominates the
// measurement. Prints its ports as JSON when it is ready. Arguments: key file, certificate file.
import { readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { createServer } from "node:tls";

const [keyFile, certFile] = process.argv.slice(2);
const identity = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
const body = Buffer.alloc(1024, "x");
const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`;
const answer = Buffer.concat([Buffer.from(head), body]);
const megabyte = Buffer.alloc(1 << 20, "x");
const download = 200;

const http1 = createServer({ ...identity, ALPNProtocols: ["http/1.1"] }, (socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    if (chunk.subarray(0, 9).toString() === "GET /big ") sendMuch(socket);
    else for (let left = countEnds(chunk); left > 0; left -= 1) socket.write(answer);
  });
});

const http2 = createSecureServer(identity);
http2.on("stream", (stream) => {
  stream.respond({ ":status": 200, "content-length": body.length });
  stream.end(body);
});

function countEnds(chunk) {
  let count = 0;
  for (let at = chunk.indexOf("\r\n\r\n"); at >= 0; at = chunk.indexOf("\r\n\r\n", at + 4))
    count += 1;
  return count;
}

function sendMuch(socket) {
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${download * megabyte.length}\r\n\r\n`);
  let sent = 0;
  const more = () => {
    while (sent < download) {
      sent += 1;
      if (!socket.write(megabyte)) break;
    }
  };
  socket.on("drain", more);
  more();
}

http1.listen(0, "127.0.0.1", () => {
  http2.listen(0, "127.0.0.1", () => {
    console.log(JSON.stringify({ http1: http1.address().port, http2: http2.address().port }));
  });
});
