import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** Asks a silent server in three ways while the memory is swept again and again, and prints which of them ended. */
const program = `
import { createServer } from "node:http";
import undici from "undici";
import { limitRequest } from "./src/admission/wire.ts";
import { createBoundFetch } from "./src/forge/bound-fetch.ts";
import { resolveHost } from "./src/forge/host-profile.ts";
import { send } from "./src/forge/send-plain.ts";
import { createTransport } from "./src/forge/transport.ts";
import { abortAfter } from "./src/shared/abort-after.ts";

const server = createServer(() => {}).listen(0, "127.0.0.1", async () => {
  const sweep = setInterval(gc, 10);
  const origin = "http://127.0.0.1:" + server.address().port;
  const profile = resolveHost(origin);
  const never = new AbortController();
  const address = new URL(origin);
  const whole = { deadline: never.signal, deps: { timeLimit: () => abortAfter(100) } };
  const transport = createTransport({ profile, fetch: undici.fetch, limitMilliseconds: 100 });
  const bound = createBoundFetch(undici.fetch, { signal: AbortSignal.any([never.signal, abortAfter(100)]) });
  const asked = {
    once: send({ method: "GET", address, headers: {}, signal: limitRequest(whole) }),
    transport: transport(profile.apiUrl + "/x", { signal: never.signal }),
    bound: bound(origin, { signal: never.signal }),
  };
  const ends = Object.entries(asked).map(([name, asking]) => asking.catch(() => name));
  console.log((await Promise.all(ends)).join(" "));
  clearInterval(sweep);
  server.closeAllConnections();
  server.close();
  never.abort();
});
`;

test("a time limit ends a request, though nobody but the request knows of it", async () => {
  const args = ["--expose-gc", "--import", "tsx", "--input-type=module", "-e", program];
  const { stdout } = await run(process.execPath, args, { timeout: 30_000 });
  expect(stdout).toBe("once transport bound\n");
});
