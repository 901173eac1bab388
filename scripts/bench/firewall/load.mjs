// What loads a proxy: programs in C where there are any, so that they cost less than what they measure.
import { execFile } from "node:child_process";
import { Resolver } from "node:dns/promises";

const seconds = 4;

/** Requests on 32 connections that stay open. */
export async function loadRequests({ url, port, pin }) {
  const said = await run(pin("ab", "-q", "-k", "-c", "32", "-t", String(seconds), "-n", "1000000", ...via(port), url));
  return readAb(said);
}

/** A new connection for each request: CONNECT, a handshake, one request. */
export async function openConnections({ url, port, pin }) {
  const said = await run(pin("ab", "-q", "-c", "8", "-t", String(seconds), "-n", "1000000", ...via(port), url));
  return readAb(said);
}

export async function download({ url, port, pin }) {
  const options = ["-q", "-sS", "-k", "-x", `http://127.0.0.1:${port}`, "-o", "/dev/null"];
  const said = await run(pin("curl", ...options, "-w", "%{size_download} %{time_total} %{http_code}", url));
  const [bytes, total, code] = said.split(" ").map(Number);
  if (code !== 200 || bytes !== 200 << 20) throw new Error(`answered ${said}`);
  return { megabytesPerSecond: bytes / total / (1 << 20) };
}

/** Requests in 8 streams at once on each of 4 connections. */
export async function loadHttp2({ url, to, pin }) {
  const said = await run(pin("h2load", "-c", "4", "-m", "8", "-D", String(seconds), `--connect-to=${to}`, url));
  const [, perSecond] = /finished in [\d.]+s, ([\d.]+) req\/s/.exec(said) ?? [];
  const [, failed, errored] = /(\d+) failed, (\d+) errored/.exec(said) ?? [];
  const [, good] = /status codes: (\d+) 2xx/.exec(said) ?? [];
  if (!perSecond || !Number(good) || Number(failed) || Number(errored)) throw new Error(said.slice(-400));
  return { perSecond: Number(perSecond) };
}

/** The address that a DNS of the proxy's own gives a name. */
export async function resolveName(name, port) {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  const [address] = await resolver.resolve4(name);
  return address;
}

function via(port) {
  return ["-X", `127.0.0.1:${port}`];
}

function readAb(said) {
  const read = (pattern) => Number(pattern.exec(said)?.[1] ?? 0);
  const [failed, other] = [read(/Failed requests:\s+(\d+)/), read(/Non-2xx responses:\s+(\d+)/)];
  if (failed > 0 || other > 0) throw new Error(`${failed} requests failed, ${other} were not answered with 200`);
  return { perSecond: read(/Requests per second:\s+([\d.]+)/), p99: read(/99%\s+(\d+)/) };
}

function run([program, args]) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 1 << 24 }, (error, out, err) => {
      if (error) reject(new Error(`${program}: ${err.trim() || error.message}`));
      else resolve(out);
    });
  });
}
