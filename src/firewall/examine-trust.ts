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

/**
 * Programs, each with a command that opens the site and fails if the program does not trust the
 * certificate.
 */
const tools = [
  ["curl", 'curl -fsS -m 20 "$1"'],
  ["wget", 'wget -q -T 20 -t 1 -O - "$1"'],
  [
    "openssl",
    'openssl s_client -connect "$2:443" -servername "$2" -verify_return_error </dev/null',
  ],
  ["git", 'git ls-remote "$1" 2>&1 | grep -q "not found\\|not valid"'],
  ["node", `node -e 'fetch(process.argv[1]).then((a)=>a.text())' "$1"`],
  [
    "python3",
    `python3 -c 'import sys,urllib.request as r; r.urlopen(sys.argv[1],timeout=20)' "$1"`,
  ],
  ["npm", '! npm view --fetch-retries 0 --registry "$1" none 2>&1 | grep "CERT\\|certificate"'],
  ["java", 'printf %s "$3" > /tmp/Site.java && java /tmp/Site.java "$1"'],
] as const;

const javaSource =
  "class Site { public static void main(String[] a) throws Exception { new java.net.URI(a[0]).toURL().openStream().readAllBytes(); } }";

/**
 * Returns the command line of a script, including its arguments. The script prints one line per
 * tool: `curl pass`, `java absent`.
 */
export function trustScript(url: string): readonly string[] {
  const lines = tools.map(
    ([name, line]) =>
      `if ! command -v ${name} >/dev/null; then echo "${name} absent"; elif why=$( { ${line}; } 2>&1 >/dev/null ); then echo "${name} pass"; else echo "${name} fail $(printf %s "$why" | tail -n 1)"; fi`,
  );
  return ["sh", "-c", lines.join("\n"), "sh", url, host, javaSource];
}

/** The result of one tool, as the script printed it. */
export interface ToolTrust {
  readonly tool: string;
  readonly state: "pass" | "fail" | "absent";
  readonly detail: string;
}

export function readTrust(text: string): readonly ToolTrust[] {
  return text.split("\n").flatMap((line): readonly ToolTrust[] => {
    const [, tool, state, detail = ""] = /^(\S+) (pass|fail|absent) ?(.*)$/.exec(line) ?? [];
    if (tool === undefined) return [];
    if (state === "pass") return [{ tool, state, detail: "trusts the session CA" }];
    if (state === "absent") return [{ tool, state, detail: "not in the container" }];
    return [{ tool, state: "fail", detail }];
  });
}
