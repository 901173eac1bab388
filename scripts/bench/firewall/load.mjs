// Load generators for a proxy. They are written in C if possible, so that they use less CPU time
// than the proxy.
import { execFile, execFileSync } from "node:child_process";
import { Resolver } from "node:dns/promises";
import { fileURLToPath } from "node:url";

const seconds = 4;

/**
 * Compiles the HTTP/1.1 load generator, because common tools cannot generate load for an https:
 * origin through a proxy.
 */
export function buildLoad(source, program) {
  const options = ["-O2", "-D_GNU_SOURCE", "-o", program, source, "-lssl", "-lcrypto", "-lpthread"];
  execFileSync("cc", options, { stdio: ["ignore", "ignore", "inherit"] });
}

/** Sends requests on 32 open connections. */
export function loadRequests({ program, to, port, pin }) {
  return loadHttp1(pin(program, String(port), ...to, "/x/1", "32", String(seconds), "keep"));
}

/** Opens a new connection for each request: CONNECT, a handshake, one request. */
export function openConnections({ program, to, port, pin }) {
  return loadHttp1(pin(program, String(port), ...to, "/x/1", "8", String(seconds), "new"));
}

async function loadHttp1(command) {
  const { failed, ...numbers } = JSON.parse(await run(command));
  // Requests that are still pending at the end are not counted.
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return numbers;
}

export async function download({ url, port, pin }) {
  const options = ["-q", "-sS", "-k", "-x", `http://127.0.0.1:${port}`, "-o", "/dev/null"];
  const output = await run(
    pin("curl", ...options, "-w", "%{size_download} %{time_total} %{http_code}", url),
  );
  const [bytes, total, code] = output.split(" ").map(Number);
  if (code !== 200 || bytes !== 200 << 20) throw new Error(`unexpected response: ${output}`);
  return { megabytesPerSecond: bytes / total / (1 << 20) };
}

/**
 * Sends requests in 8 simultaneous streams on each of 4 connections. The client uses Node, like the
 * tools of many agents.
 */
export async function loadHttp2({ host, port, address, to, pin }) {
  const script = fileURLToPath(new URL("load-http2.mjs", import.meta.url));
  const options = { host, port, address, to, seconds };
  return JSON.parse(await run(pin(process.execPath, script, JSON.stringify(options))));
}

/** Resolves a name with the proxy's own DNS server. */
export async function resolveName(name, port) {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  const [address] = await resolver.resolve4(name);
  return address;
}

function run([program, args]) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 1 << 24 }, (error, out, err) => {
      if (error) reject(new Error(`${program}: ${err.trim() || error.message}`));
      else resolve(out);
    });
  });
}
