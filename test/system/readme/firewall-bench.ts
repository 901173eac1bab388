import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import * as https from "node:https";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { onTestFinished } from "vitest";
import { issueLeaf } from "../../../src/firewall/certificates/issue-leaf.ts";
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import type { Ended } from "../../commands/installed-program.ts";
import type { ExamplesBench } from "./examples-bench.ts";
import type { Addition, Reader } from "./reader.ts";

/** Host names in examples; they resolve to an origin of the test. */
const names = ["example.com", "github.com", "registry.npmjs.org"];

export interface Project {
  readonly reader: Reader;
  readonly folder: string;
  /** Types a command in the project. */
  readonly run: (line: string, addition?: Addition) => Promise<Ended>;
  /** Types a command with a rules file that maps hosts to the origin. */
  readonly runThere: (line: string) => Promise<Ended>;
}

/** Creates a project with rules files, and an agent that fetches one page. */
export async function openProject({ openNew }: Pick<ExamplesBench, "openNew">): Promise<Project> {
  const reader = await openNew();
  const folder = join(reader.home, "project");
  await mkdir(folder);
  const root = makeSessionCa(new Date(), "origin");
  const port = await openOrigin(root);
  const where = {
    resolve: names.map((name) => `${name}:443:127.0.0.1:${port}`),
    "upstream-ca": "root.pem",
    "proxy-logs-dir": "logs",
    // Without interception a client trusts the origin itself.
    env: ["CURL_CA_BUNDLE=root.pem"],
  };
  const rules = { ...where, "allow-domains": names };
  const files = {
    "root.pem": root.certificate,
    "origin.yml": JSON.stringify(where),
    "rules.yml": JSON.stringify(rules),
    "gatehouse-firewall.yml": JSON.stringify(rules),
    "package.json": JSON.stringify({ scripts: { test: "agent" } }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await reader.save("bin/agent", "#!/bin/sh\ncurl -sS https://example.com/from-the-agent\n");
  const run: Project["run"] = (line, addition) => reader.run(`cd project && ${line}`, addition);
  const runThere = (line: string) => run(line.replace(" -- ", " --config origin.yml -- "));
  return { reader, folder, run, runThere };
}

async function openOrigin(root: ReturnType<typeof makeSessionCa>): Promise<number> {
  const issue = issueLeaf(root);
  const server = https.createServer({
    SNICallback: (name, done) => done(null, createSecureContext(issue(name))),
  });
  server.on("request", (request, response) => response.end(`hello ${request.url}\n`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("an origin without a port");
  return address.port;
}

/**
 * Starts a session that runs until the test ends.
 * @returns its ID
 */
export async function openSession(project: Project): Promise<string> {
  const { reader, run } = project;
  await new Promise<void>((resolve, reject) => {
    const line = "cd project && gatehouse firewall --ssl-bump --config rules.yml -- sh -c";
    const onLine = () => resolve();
    const script = `'echo runs; agent; trap "exit 0" TERM; sleep 600 & wait'`;
    void reader.type(`${line} ${script}`, { onLine }).then(({ ended, interrupt }) => {
      onTestFinished(async () => {
        interrupt();
        await ended;
      });
      void ended.then(({ err }) => reject(new Error(err)));
    });
  });
  const { out } = await run("gatehouse firewall sessions --json");
  const { sessions } = JSON.parse(out) as { sessions: { id: string; logs?: string }[] };
  const mine = sessions.find(({ logs }) => logs === join(project.folder, "logs"));
  if (!mine) throw new Error(`the session is not listed: ${out}`);
  return mine.id;
}

/** Runs a command that is denied a domain, and leaves its log at the default location. */
export async function leaveLog({ run }: Project): Promise<string> {
  const line = "gatehouse firewall --json -- curl -sS https://denied.test/";
  const { err } = await run(line, { code: 56 });
  const report = JSON.parse(err.trim().split("\n").at(-1) ?? "") as { session: { logs: string } };
  const { logs } = report.session;
  onTestFinished(() => rm(logs, { recursive: true }));
  return logs;
}
