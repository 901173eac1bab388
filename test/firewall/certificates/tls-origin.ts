import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:https";
import { onTestFinished } from "vitest";
import type { Leaf } from "../../../src/firewall/certificates/issue-leaf.ts";

/**
 * Serves `hello` over TLS on 127.0.0.1 until the test ends.
 * @returns its port
 */
export async function serveHello(leaf: Leaf): Promise<number> {
  const server = createServer(leaf, (_request, response) => response.end("hello"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/**
 * Runs a client with these variables, and otherwise only with PATH.
 * @returns its complete output and its exit code
 */
export async function runClient(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const environment = { PATH: process.env["PATH"], HOME: "/nonexistent", ...env };
  return new Promise((resolve, reject) => {
    execFile(program, args, { env: environment }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === "number") resolve({ code, output: stdout + stderr });
      else reject(error ?? new Error(`no code: ${code}`));
    });
  });
}
