import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createForgeClient } from "../../src/forge/client.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { createSendOnce } from "../../src/forge/send-once.ts";
import { makeCa } from "../firewall/proxy/test-ca.ts";
import { failureOf } from "./forge-bench.ts";

const run = promisify(execFile);

/**
 * Creates a forge on this machine whose certificate is for `host`, signed by an authority that only
 * this test knows.
 */
async function openSecureForge(host = "127.0.0.1") {
  const ca = makeCa("theirs");
  const asked: string[] = [];
  const server = createServer(ca.issue(host), ({ url = "" }, response) => {
    asked.push(url);
    response.setHeader("content-type", "application/json").end('{"login":"mona"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const apiUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
  return { apiUrl, ca: ca.file, asked };
}

/** Starts as the program does, sends two requests, and then has nothing else to do. */
const program = `
import { ourEnvironment, setEnvironment } from "./src/shared/child-environment.ts";
import { createForgeClient } from "./src/forge/client.ts";
import { resolveHost } from "./src/forge/host-profile.ts";
import { createSendOnce } from "./src/forge/send-once.ts";

setEnvironment();
const profile = { ...resolveHost("http://127.0.0.1"), apiUrl: ourEnvironment().API_URL };
const client = createForgeClient({ profile, send: createSendOnce({}) });
const say = ({ message, hints }) => ({ body: [message, ...hints.map((hint) => hint.text)].join(" ") });
const ask = () => client.request("GET", "/user").catch(say);
console.log(JSON.stringify([(await ask()).body, (await ask()).body]));
`;

/** @returns the responses; the process exits by itself, although its connections are kept open */
async function askThere(apiUrl: string, environment: NodeJS.ProcessEnv): Promise<unknown> {
  const args = ["--import", "tsx", "--input-type=module", "-e", program];
  const env = { ...process.env, ...environment, API_URL: apiUrl };
  const { stdout } = await run(process.execPath, args, { env, timeout: 30_000 });
  return JSON.parse(stdout);
}

test("an authority that the environment names is trusted", async () => {
  const { apiUrl, ca, asked } = await openSecureForge();
  const found = await askThere(apiUrl, { NODE_EXTRA_CA_CERTS: ca });
  expect(found).toEqual([{ login: "mona" }, { login: "mona" }]);
  expect(asked).toEqual(["/api/v3/user", "/api/v3/user"]);
});

test.each([
  [
    "of an unknown authority",
    "127.0.0.1",
    "",
    /unable to verify the first certificate.+ set NODE_EXTRA_CA_CERTS/,
  ],
  [
    "of another host",
    "forge.example",
    "ours",
    /does not match certificate's altnames.+ Check the network/,
  ],
])(
  "a certificate %s is reported as the cause with a fix, and nothing is sent",
  async (_, host, trust, words) => {
    const { apiUrl, ca, asked } = await openSecureForge(host);
    const found = await askThere(apiUrl, { NODE_EXTRA_CA_CERTS: trust && ca });
    expect(found).toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
    expect(asked).toEqual([]);
  },
);

test("a certificate is verified even if the environment disables this", async () => {
  const { apiUrl, asked } = await openSecureForge();
  const verified = expect.stringContaining("unable to verify");
  expect(await askThere(apiUrl, { NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toEqual([
    verified,
    verified,
  ]);
  expect(asked).toEqual([]);
});

test.each([
  [
    "an unknown host name",
    "https://forge.invalid/api/v3",
    "the name forge.invalid could not be resolved",
  ],
  ["a port without a server", "http://127.0.0.1:1/api/v3", "ECONNREFUSED 127.0.0.1:1"],
  ["a host with several addresses without a server", "http://localhost:1/api/v3", "ECONNREFUSED"],
])("%s is reported with a fix", async (_, apiUrl, words) => {
  const profile = { ...resolveHost("forge.example"), apiUrl };
  const client = createForgeClient({ profile, send: createSendOnce({}) });
  const failure = await failureOf(client.request("POST", "/x"));
  expect(failure).toBeInstanceOf(ForgeUnreachable);
  expect(failure.message).toContain(words);
  expect(failure).toMatchObject({
    hints: [{ text: expect.stringContaining("Check the network") }],
  });
});
