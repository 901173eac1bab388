import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/**
 * Sends requests to a silent server in three ways during repeated garbage collections. Prints the
 * requests that stopped.
 */
const program = `
import { createServer } from "node:http";
import { limitRequest } from "./src/run/admit/wire.ts";
import { createBoundSend } from "./src/forge/bound-send.ts";
import { resolveHost } from "./src/forge/host-profile.ts";
import { createSendOnce } from "./src/forge/send-once.ts";
import { createTransport } from "./src/forge/transport.ts";
import { abortAfter } from "./src/shared/abort-after.ts";

const server = createServer(() => {}).listen(0, "127.0.0.1", async () => {
  const sweep = setInterval(gc, 10);
  const origin = "http://127.0.0.1:" + server.address().port;
  const profile = resolveHost(origin);
  const never = new AbortController();
  const address = new URL(origin);
  const whole = { deadline: never.signal, deps: { timeLimit: () => abortAfter(100) } };
  const send = createSendOnce({});
  const transport = createTransport({ profile, send, limitMilliseconds: 100 });
  const bound = createBoundSend(send, { signal: AbortSignal.any([never.signal, abortAfter(100)]) });
  const request = { method: "GET", address, headers: {}, signal: never.signal };
  const asked = {
    once: send({ ...request, signal: limitRequest(whole) }),
    transport: transport(request),
    bound: bound(request),
  };
  const ends = Object.entries(asked).map(([name, asking]) => asking.catch(() => name));
  console.log((await Promise.all(ends)).join(" "));
  clearInterval(sweep);
  server.closeAllConnections();
  server.close();
  never.abort();
});
`;

test("a time limit stops a request even if only the request references it", async () => {
  const args = ["--expose-gc", "--import", "tsx", "--input-type=module", "-e", program];
  const { stdout } = await run(process.execPath, args, { timeout: 30_000 });
  expect(stdout).toBe("once transport bound\n");
});
