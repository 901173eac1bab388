// Compares the firewall's proxy with Debian's squid-openssl in the same role, and with direct
// requests. The results are ratios from one run, in which the two proxies take turns on one core
// and the load runs on another core.
import { build } from "esbuild";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundleOptions } from "../../esbuild-plugins.mjs";
import { interleave, median } from "../interleave.mjs";
import {
  buildLoad,
  download,
  loadHttp2,
  loadRequests,
  openConnections,
  resolveName,
} from "./load.mjs";
import { runsOf } from "./runs.mjs";
import { startSquid } from "./squid.mjs";

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const host = "bench.test";

/** If there are two cores, the proxies share one and the load runs on the other. */
const isPinned = availableParallelism() > 1;
const onCore =
  (core) =>
  (program, ...args) =>
    isPinned ? ["taskset", ["-c", String(core), program, ...args]] : [program, args];
const pin = onCore(0);
const pinLoad = onCore(1);

export async function benchFirewall(rounds) {
  const home = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const children = [];
  try {
    const engines = await startEngines(home, children);
    // Just-in-time compilation makes the first rounds slow.
    await interleave(casesOf(engines), 1);
    const times = await interleave([...casesOf(engines), ...runsOf(home)], rounds);
    report(times, engines);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    rmSync(home, { recursive: true, force: true });
  }
}

export async function startEngines(home, children) {
  const at = (name) => join(home, name);
  makeCertificate(at);
  const program = at("load");
  buildLoad(join(root, "scripts/bench/firewall/load.c"), program);
  const rootCertificate = readFileSync(at("origin.crt"), "utf8");
  const script = join(root, "scripts/bench/firewall/origin.mjs");
  const origin = await start(
    pinLoad(process.execPath, script, at("origin.key"), at("origin.crt")),
    children,
  );
  const paths = ["/repos/acme/*", "/x/*", "/releases/*/download/*", "/big"];
  const urls = [origin.http1, origin.http2].flatMap((port) =>
    paths.map((path) => `https://${host}:${port}${path}`),
  );
  const outfile = join(root, ".cache/bench/our-proxy.mjs");
  const entryPoints = [join(root, "scripts/bench/firewall/our-proxy.ts")];
  await build({ ...bundleOptions, splitting: false, entryPoints, outfile });
  const setting = {
    ...origin,
    root: rootCertificate,
    log: at("log"),
    urls,
    hosts: [host],
  };
  const startOurs = (more) =>
    start(pin(process.execPath, outfile, JSON.stringify({ ...setting, ...more })), children);
  const ours = await startOurs({});
  const credentials = await startOurs({ log: at("log-credentials"), hasCredentials: true });
  const patterns = urls.map((url) => `^${url.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);
  const squid = await startSquid(at("squid"), {
    hosts: [host],
    patterns,
    root: rootCertificate,
    pin,
  });
  children.push(squid.child);
  return {
    origin,
    ours,
    credentials,
    squid,
    program,
    namedAddress: await resolveName(host, ours.dns),
  };
}

function makeCertificate(at) {
  const subject = ["-subj", "/CN=origin", "-addext", `subjectAltName=DNS:${host}`];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const files = ["-keyout", at("origin.key"), "-out", at("origin.crt")];
  execFileSync("openssl", ["req", "-x509", ...key, ...subject, "-days", "1", ...files], {
    stdio: "pipe",
  });
}

/** Starts a program that prints its ports as JSON on its first line. */
async function start([program, args], children) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return { ...JSON.parse(line), pid: child.pid };
}

export function casesOf({ origin, ours, credentials, squid, namedAddress, program }) {
  const url = `https://${host}:${origin.http1}`;
  const to = [host, String(origin.http1)];
  const engines = [
    ["ours", ours.port],
    ["squid", squid.port],
  ];
  const perEngine = engines.flatMap(([name, port]) => [
    { name: `${name} requests`, run: () => loadRequests({ program, to, port, pin: pinLoad }) },
    {
      name: `${name} connections`,
      run: () => openConnections({ program, to, port, pin: pinLoad }),
    },
    { name: `${name} download`, run: () => download({ url: `${url}/big`, port, pin: pinLoad }) },
  ]);
  return [
    ...perEngine,
    {
      name: "ours credentials",
      run: () => loadRequests({ program, to, port: credentials.port, pin: pinLoad }),
    },
    {
      name: "without credentials",
      run: () => loadRequests({ program, to, port: ours.port, pin: pinLoad }),
    },
    {
      name: "direct http2",
      run: () =>
        loadHttp2({
          host,
          port: origin.http2,
          address: "127.0.0.1",
          to: origin.http2,
          pin: pinLoad,
        }),
    },
    {
      name: "ours http2",
      run: () =>
        loadHttp2({
          host,
          port: origin.http2,
          address: namedAddress,
          to: ours.caught,
          pin: pinLoad,
        }),
    },
  ];
}

const aims = [
  ["requests/s, 32 open connections", "requests", "perSecond", "squid", ">=", 1.1],
  ["requests/s with a credential, without", "credentials", "perSecond", "without", ">=", 0.9],
  ["p99 of these requests, ms", "requests", "p99", "squid", "<=", 1.5],
  ["new intercepted connections/s", "connections", "perSecond", "squid", ">=", 4],
  ["200 MB download, MB/s", "download", "megabytesPerSecond", "squid", ">=", 1.2],
  ["HTTP/2 requests/s, and direct", "http2", "perSecond", "direct", ">=", 0.5],
];

function report(times, { ours, squid }) {
  console.log(
    `\n${"The proxy".padEnd(40)}${"ours".padStart(10)}${"other".padStart(10)}${"ratio".padStart(8)}  target`,
  );
  for (const [title, what, metric, other, sign, aim] of aims) {
    const [mine, theirs] = [`ours ${what}`, `${other} ${what}`].map((name) => times.get(name));
    const failure = mine.failure ?? theirs.failure;
    if (failure) console.log(`  ${title.padEnd(38)} failed: ${failure}`);
    else
      printRow(title, [median(mine.samples[metric]), median(theirs.samples[metric])], [sign, aim]);
  }
  const [mine, ...bare] = ["ours", "node", "bubblewrap"].map((name) => times.get(`${name} start`));
  const missing = [mine, ...bare].find(({ failure }) => failure);
  if (missing) console.log(`  start of true failed: ${missing.failure}`);
  else {
    const least = bare.reduce((sum, { samples }) => sum + median(samples.ms), 0);
    printRow(
      "start of true, ms, compared with bare",
      [median(mine.samples.ms), least],
      ["<=", 1.5],
    );
  }
  const killed = ["ours", "bubblewrap"].map((name) => times.get(`${name} killed`));
  const failed = killed.find(({ failure }) => failure);
  if (failed) console.log(`  cleanup after SIGKILL failed: ${failed.failure}`);
  else {
    const [ms, bareMs] = killed.map(({ samples }) => median(samples.ms));
    printRow("cleanup after SIGKILL, ms, and bare", [ms, bareMs], ["<=", 500 / bareMs]);
  }
  const memory = [ours.pid, squid.child.pid].map(residentMegabytes);
  printRow("memory at the end, MB", memory, ["<=", 3]);
}

function printRow(title, [mine, theirs], [sign, aim]) {
  const ratio = mine / theirs;
  const isMet = sign === ">=" ? ratio >= aim : ratio <= aim;
  const number = (value) => value.toFixed(value < 20 ? 1 : 0).padStart(10);
  const verdict = `${sign} ${Number(aim.toFixed(1))} ${isMet ? "met" : "missed"}`;
  console.log(
    `  ${title.padEnd(38)}${number(mine)}${number(theirs)}${ratio.toFixed(2).padStart(8)}  ${verdict}`,
  );
}

/**
 * Returns the memory of a program and its child processes. Shared memory is counted proportionally.
 */
function residentMegabytes(pid) {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const ofChildren = children === "" ? [] : children.split(" ").map(residentMegabytes);
  return ofChildren.reduce((sum, one) => sum + one, Number(kilobytes) / 1024);
}
