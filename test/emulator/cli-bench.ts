import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { runForgeCli } from "../../emulator/cli/forge-cli.ts";

interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type CliBench = Awaited<ReturnType<typeof startCliBench>>;

/**
 * Starts a minimal forge with canned responses, and the CLI logged in to it. Responses are selected
 * by `METHOD /path`, otherwise 404. Each request is recorded.
 */
export async function startCliBench() {
  const replies: Record<string, Reply> = {};
  const seen: Seen[] = [];
  const bench = { onRequest: () => {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      bench.onRequest();
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const missing = { status: 404, json: { message: "Not Found" } };
      const reply: Reply = replies[`${method} ${url.replace("/api/v3", "")}`] ?? missing;
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(reply.json === undefined ? "" : JSON.stringify(reply.json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), "forge-cli-"));
  const hosts = { [host]: { user: "mona", token: "gho_fromTheFile" } };
  await writeFile(join(folder, "hosts.json"), JSON.stringify(hosts));

  return Object.assign(bench, {
    replies,
    seen,
    host,
    folder,
    /** Returns the JSON body of the request at this index. */
    sent: (index: number) => JSON.parse(seen[index]?.body ?? "null") as unknown,
    run: (argv: string[], options: RunOptions = {}) =>
      runCli(argv, { ...options, env: { FORGE_CONFIG_DIR: folder, ...options.env } }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  });
}

interface RunOptions {
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the CLI in this process and collects its output. */
export async function runCli(argv: string[], { stdin, env = {} }: RunOptions) {
  let stdout = "";
  let stderr = "";
  const code = await runForgeCli(argv, {
    stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]),
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
    env,
  });
  return { code, stdout, stderr };
}
