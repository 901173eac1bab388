// What loads a proxy: programs in C where there are any, so that they cost less than what they measure.
import { execFile, execFileSync } from "node:child_process";
import { Resolver } from "node:dns/promises";
import { fileURLToPath } from "node:url";

const seconds = 4;

/** Compiles what makes requests of HTTP/1.1: no common tool goes to an https: origin by way of a proxy. */
export function buildLoad(source, program) {
  const options = ["-O2", "-D_GNU_SOURCE", "-o", program, source, "-lssl", "-lcrypto", "-lpthread"];
  execFileSync("cc", options, { stdio: ["ignore", "ignore", "inherit"] });
}

/** Requests on 32 connections that stay open. */
export function loadRequests({ program, to, port, pin }) {
  return loadHttp1(pin(program, String(port), ...to, "/x/1", "32", String(seconds), "keep"));
}

/** A new connection for each request: CONNECT, a handshake, one request. */
export function openConnections({ program, to, port, pin }) {
  return loadHttp1(pin(program, String(port), ...to, "/x/1", "8", String(seconds), "new"));
}

async function loadHttp1(command) {
  const { failed, ...numbers } = JSON.parse(await run(command));
  // Those that were under way when the time was over do not count.
  if (failed > 0) throw new Error(`${failed} requests failed`);
  return numbers;
}

export async function download({ url, port, pin }) {
  const options = ["-q", "-sS", "-k", "-x", `http://127.0.0.1:${port}`, "-o", "/dev/null"];
  const said = await run(
    pin("curl", ...options, "-w", "%{size_download} %{time_total} %{http_code}", url),
  );
  const [bytes, total, code] = said.split(" ").map(Number);
  if (code !== 200 || bytes !== 200 << 20) throw new Error(`answered ${said}`);
  return { megabytesPerSecond: bytes / total / (1 << 20) };
}

/** Requests in 8 streams at once on each of 4 connections, by a client of Node's: what agents' tools are made of. */
export async function loadHttp2({ host, port, address, to, pin }) {
  const script = fileURLToPath(new URL("load-http2.mjs", import.meta.url));
  const options = { host, port, address, to, seconds };
  return JSON.parse(await run(pin(process.execPath, script, JSON.stringify(options))));
}

/** The address that a DNS of the proxy's own gives a name. */
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
