import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { onTestFinished } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";

export interface SecureServer {
  /** Origin, such as `https://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Path of the certificate that signs the server's. */
  readonly certificate: string;
}

/** Starts a TLS server on this machine until the test ends. */
export async function openSecureServer(
  answer: (asked: IncomingMessage, reply: ServerResponse) => void,
): Promise<SecureServer> {
  const folder = makeFolder("tls");
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const wanted =
    "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1";
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", [...wanted.split(" "), ...files], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `https://127.0.0.1:${port}`, certificate };
}

/** Puts a server behind TLS. */
export function openFront(origin: string): Promise<SecureServer> {
  const { hostname, port } = new URL(origin);
  return openSecureServer((asked, reply) => {
    const { method, url: path, headers } = asked;
    const within = { ...headers, host: `${hostname}:${port}` };
    const beyond = request({ hostname, port, method, path, headers: within }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      pipeline(answer, reply, () => undefined);
    });
    pipeline(asked, beyond, () => undefined);
  });
}
