import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttps } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createCredentialStore, refuseToMint } from "../../../src/firewall/credential-store.ts";
import type { Mint } from "../../../src/firewall/credential-store.ts";
import { readConfig } from "../../../src/firewall/config/read-config.ts";
import { readSettings } from "../../../src/firewall/config/read-settings.ts";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import { openTunnel, readToEnd } from "./open-tunnel.ts";
import { listen, resolveTo, runProxy } from "./rig.ts";
import { makeCa, type TestCa } from "./test-ca.ts";

/** Credentials that the command must never see. */
export const held = { token: "real-token-0123456789", key: "real-key-0123456789" };

/** What the command sends itself. It must never reach an origin with credentials. */
export const own = "mine-9876543210";

/** A request as an origin received it. */
export interface Received {
  readonly host: string;
  readonly method: string;
  readonly target: string;
  /** Flat list: name, value, name, value. */
  readonly headers: readonly string[];
}

const rules = `
ssl-bump: true
allow-domains: [plain.test]
allow-urls: [https://a.test/**, https://b.test/**, https://other.test/**, "https://*.sub.test/**", https://a.test:8443/**]
credentials:
  - { url: https://a.test/repos/acme/**, methods: [GET, HEAD], from: { env: TOKEN } }
  - { url: "https://a.test/search?q=*", from: { env: TOKEN } }
  - { url: https://a.test/acme/web.git/**, from: { env: TOKEN } }
  - { url: https://a.test/keys/*, from: { env: KEY }, header: X-Own-Key }
  - { url: https://a.test/app/*, from: { app: read, repositories: [acme/web] } }
  - { url: https://a.test/unset/*, from: { env: UNSET } }
  - { url: "https://*.sub.test/x/**", from: { env: TOKEN } }
`;

interface RigOptions {
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
  readonly mint?: Mint;
  readonly now?: () => number;
  readonly bodyLimit?: number;
}

let authorities: { readonly ours: TestCa; readonly theirs: TestCa } | undefined;

/** Creates the certificates once for all tests of a file, because this takes most of the time. */
export function shareCertificates(): void {
  let folders: readonly string[] = [];
  beforeAll(() => {
    folders = ["ours", "theirs"].map((name) => mkdtempSync(join(tmpdir(), `gatehouse-${name}-`)));
    const [ours, theirs] = folders;
    authorities = { ours: makeCa("ours", ours), theirs: makeCa("theirs", theirs) };
  });
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));
}

/** Runs an intercepting proxy with credentials, in front of an origin with several names. */
export async function runWithCredentials({
  answer = (_, response) => response.end("ok"),
  mint = refuseToMint,
  now = Date.now,
  bodyLimit,
}: RigOptions = {}) {
  if (!authorities) throw new Error("call shareCertificates first");
  const { ours, theirs } = authorities;
  const received: Received[] = [];
  const serve = (host: string) =>
    listen(
      createHttps(theirs.issue(host), (request, response) => {
        const { method = "", url = "", rawHeaders } = request;
        received.push({ host, method, target: url, headers: rawHeaders });
        request.resume();
        answer(request, response);
      }),
    );
  const names = ["a.test", "b.test", "other.test", "plain.test", "x.sub.test"];
  const ports = await Promise.all(names.map(serve));
  const { written, problems, credentials = [] } = readConfig(rules, "rules.yml");
  const { settings } = readSettings(written);
  const { policy } = await compilePolicy({ ...settings, credentials });
  if (!policy || problems.length > 0) throw new Error(JSON.stringify(problems));
  const env = { TOKEN: held.token, KEY: held.key };
  const proxy = await runProxy({
    policy,
    issue: ours.issue,
    upstreamRoots: [theirs.cert],
    ...(bodyLimit !== undefined && { bodyLimit }),
    resolves: [
      ...names.map((name, at) => resolveTo(name, 443, ports[at] ?? 0)),
      resolveTo("a.test", 8443, ports[0] ?? 0),
    ],
    credentials: createCredentialStore({ env, mint, now }),
  });
  return { ...proxy, ca: ours, received };
}

/** Texts that contain a credential. */
export const secrets = Object.values(held).flatMap((value) => [
  value,
  Buffer.from(`x-access-token:${value}`).toString("base64"),
]);

/** Returns which credential a request carried when it reached the origin. */
export function carried({ headers }: Received): string {
  const text = headers.join("\n");
  if (text.includes(own)) return "the command's own";
  return secrets.some((secret) => text.includes(secret)) ? "ours" : "none";
}

/** Sends raw bytes on an intercepted connection, and returns the response and what arrived. */
export async function send(raw: string, authority = "a.test:443") {
  const rig = await runWithCredentials();
  const socket = await openTunnel(rig.port, authority, { ca: rig.ca.cert });
  socket.write(raw);
  const answer = await readToEnd(socket);
  return { answer, status: answer.slice(9, 12), ...rig };
}

/** Returns a request to a.test as text. */
export const request = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, "Host: a.test", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;

export const mine = `Authorization: Bearer ${own}`;
export const read = "GET /repos/acme/web";
