// Runs the proxy as in a real run: real rules, a real session CA, and a log line for each decision.
// Prints its ports and the CA as JSON when it is ready. Argument: JSON with the origin's ports, its
// CA and the path of the log.
import { createSocket } from "node:dgram";
import { createServer, type AddressInfo, type Server } from "node:net";
import { issueLeaf } from "../../../src/firewall/certificates/issue-leaf.ts";
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import { createCredentialStore, refuseToMint } from "../../../src/firewall/credential-store.ts";
import { openLog } from "../../../src/firewall/log/open-log.ts";
import { startProxy } from "../../../src/firewall/proxy/start-proxy.ts";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";

interface Setting {
  readonly http1: number;
  readonly http2: number;
  readonly root: string;
  readonly log: string;
  readonly urls: readonly string[];
  readonly hosts: readonly string[];
  /** Whether the proxy adds a credential to every request. */
  readonly hasCredentials?: boolean;
}

const setting: Setting = JSON.parse(process.argv[2] ?? "{}");
const credential = setting.urls.map((text) => ({
  id: "credentials",
  text,
  source: { kind: "env", name: "TOKEN" } as const,
}));
const compiled = await compilePolicy({
  sslBump: true,
  allowUrls: setting.urls.map((text, at) => ({ id: `--allow-urls ${at + 1}`, text })),
  ...(setting.hasCredentials && { credentials: credential }),
});
if (!compiled.policy) throw new Error(JSON.stringify(compiled.problems));
const ca = makeSessionCa(new Date());
const log = openLog(new Date(), { folder: setting.log, onLoss: (loss) => console.error(loss) });
const resolves = setting.hosts.flatMap((host) =>
  [setting.http1, setting.http2].map((port) => ({
    host,
    port,
    address: "127.0.0.1",
    toPort: port,
  })),
);
const proxy = startProxy({
  policy: compiled.policy,
  log: (entry) => log.write(entry),
  issue: issueLeaf(ca),
  resolves,
  upstreamRoots: [setting.root],
  ...(setting.hasCredentials && {
    credentials: createCredentialStore({
      env: { TOKEN: "a-token-of-forty-characters-0123456789012" },
      mint: refuseToMint,
      now: Date.now,
    }),
  }),
});
const [explicit, caught] = [createServer(), createServer()];
proxy.serve(explicit);
proxy.serveCaught(caught, setting.http2);
const names = createSocket("udp4");
names.bind(0, "127.0.0.1", () => {
  proxy.answerNames(names);
  explicit.listen(0, "127.0.0.1", () => {
    caught.listen(0, "0.0.0.0", () => {
      const ports = { port: portOf(explicit), caught: portOf(caught), dns: names.address().port };
      process.stdout.write(`${JSON.stringify({ ...ports, ca: ca.certificate })}\n`);
    });
  });
});

function portOf(server: Server): number {
  const address = server.address();
  return (address as AddressInfo).port;
}
