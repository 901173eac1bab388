import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import * as https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asUser } from "../shared/as-user.ts";
import { invokingUser } from "../shared/invoking-user.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { issueLeaf } from "./certificates/issue-leaf.ts";
import { makeSessionCa } from "./certificates/session-ca.ts";

/**
 * gatehouse's own site for testing tools in the container. The tools reach it through the proxy,
 * which is the only client that trusts its certificate.
 */
export interface TestSite {
  /** Options for a firewall run that allows only this site. */
  readonly options: readonly string[];
  readonly url: string;
  close(): void;
}

export interface TrialFolder {
  readonly path: string;
  /** Working directory of the command. */
  readonly work: string;
  readonly logs: string;
  readonly remove: () => void;
}

/** Creates the directories for a test. They belong to the caller, even with sudo. */
export function makeTrialFolder(): TrialFolder {
  const owner = invokingUser(ourEnvironment());
  const path = asUser(owner, () => mkdtempSync(join(tmpdir(), "gatehouse-doctor-")));
  const [work, logs] = [join(path, "work"), join(path, "logs")];
  asUser(owner, () => [work, logs].forEach((folder) => mkdirSync(folder, { mode: 0o700 })));
  // Deletes with the owner's permissions. With root's permissions, a link planted by the owner
  // could redirect the deletion.
  const remove = () => asUser(owner, () => rmSync(path, { recursive: true, force: true }));
  return { path, work, logs, remove };
}

const host = "doctor.gatehouse.test";

/** @param folder gatehouse's own directory, for the site's root certificate */
export async function openTestSite(folder: string): Promise<TestSite> {
  const root = makeSessionCa(new Date());
  const rootPath = join(folder, "site-root.pem");
  const owner = invokingUser(ourEnvironment());
  asUser(owner, () => writeFileSync(rootPath, root.certificate, { mode: 0o600, flag: "wx" }));
  const server = https.createServer(issueLeaf(root)(host), (_request, response) => {
    response.end("gatehouse\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = readAddress(server);
  return {
    url: `https://${host}/`,
    options: [
      "--ssl-bump",
      `--allow-urls=https://${host}/**`,
      `--resolve=${host}:443:127.0.0.1:${port}`,
      `--upstream-ca=${rootPath}`,
    ],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readAddress(server: https.Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the test server is not listening on a port");
  return address;
}

interface Tool {
  readonly name: string;
  /** Command that opens the site and fails if the program does not trust the certificate. */
  readonly line: string;
  /** Command that succeeds if the program cannot connect, because it does not use the proxy. */
  readonly isCutOff?: string;
}

const tools: readonly Tool[] = [
  { name: "curl", line: 'curl -fsS -m 20 "$1"' },
  { name: "wget", line: 'wget -q -T 20 -t 1 -O - "$1"' },
  {
    name: "openssl",
    // openssl ignores the proxy variables, and its connections are not captured on every machine.
    line: 'openssl s_client -proxy "${HTTPS_PROXY#http://}" -connect "$2:443" -servername "$2" -verify_return_error </dev/null',
  },
  { name: "git", line: 'git ls-remote "$1" 2>&1 | grep -q "not found\\|not valid"' },
  {
    name: "node",
    line: `node -e 'fetch(process.argv[1]).then((a)=>a.text())' "$1"`,
    // The variable is set if connections are not captured. Node before 22.21 ignores it.
    isCutOff: `test -n "$NODE_USE_ENV_PROXY" && node -e 'process.exit(+process.allowedNodeEnvironmentFlags.has("--use-env-proxy"))'`,
  },
  {
    name: "python3",
    line: `python3 -c 'import sys,urllib.request as r; r.urlopen(sys.argv[1],timeout=20)' "$1"`,
  },
  {
    name: "npm",
    line: '! npm view --fetch-retries 0 --registry "$1" none 2>&1 | grep "CERT\\|certificate"',
  },
  {
    name: "java",
    line: 'printf %s "$3" > /tmp/Site.java && java /tmp/Site.java "$1"',
  },
];

const javaSource =
  "class Site { public static void main(String[] a) throws Exception { new java.net.URI(a[0]).toURL().openStream().readAllBytes(); } }";

/**
 * Returns the command line of a script, including its arguments. The script prints one line per
 * tool: `curl pass`, `java absent`.
 */
export function trustScript(url: string): readonly string[] {
  const lines = tools.map(
    ({ name, line, isCutOff = "false" }) =>
      `if ! command -v ${name} >/dev/null; then echo "${name} absent"; elif ${isCutOff}; then echo "${name} unknown"; elif why=$( { ${line}; } 2>&1 >/dev/null ); then echo "${name} pass"; else echo "${name} fail $(printf %s "$why" | tail -n 1)"; fi`,
  );
  return ["sh", "-c", lines.join("\n"), "sh", url, host, javaSource];
}

/** The result of one tool, as the script printed it. */
export interface ToolTrust {
  readonly tool: string;
  /** `unknown`: the tool cannot connect, because it does not use the proxy. */
  readonly state: "pass" | "fail" | "unknown" | "absent";
  readonly detail: string;
}

const details = {
  pass: "trusts the session CA",
  unknown: "does not use the proxy, so it cannot connect here",
  absent: "not in the container",
} as const;

export function readTrust(text: string): readonly ToolTrust[] {
  return text.split("\n").flatMap((line): readonly ToolTrust[] => {
    const [, tool, state, reason = ""] =
      /^(\S+) (pass|fail|unknown|absent) ?(.*)$/.exec(line) ?? [];
    if (tool === undefined) return [];
    if (state === "pass" || state === "unknown" || state === "absent")
      return [{ tool, state, detail: details[state] }];
    return [{ tool, state: "fail", detail: reason }];
  });
}
