import { execFileSync, type StdioOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { machine } from "../machine.ts";
import { adversaryCells, findSurprises } from "./adversary-cells.ts";
import { bundleInside } from "./bundle-inside.ts";
import type { Attempted } from "./inside/adversary/attempt.ts";
import type { HostPlaces } from "./inside/adversary/host-locations.ts";
import { openLab, type Lab, type RunFolders } from "./lab.ts";
import type { Bubblewrap } from "./bubblewraps.ts";

const secret = randomUUID();
const abstract = `gatehouse-${secret}`;
let lab: Lab;
let servers: Server[] = [];
let visitors = 0;

beforeAll(async () => {
  lab = await openLab();
  mkdirSync(join(lab.folder, "outside"));
  writeFileSync(join(lab.folder, "outside/secret"), secret);
  const paths = [...socketPaths(), `\0${abstract}`];
  servers = await Promise.all(paths.map(listen));
  for (const path of socketPaths()) chmodSync(path, 0o777);
});
afterAll(() => {
  for (const server of servers) server.close();
  lab.close();
});

function socketPaths(): string[] {
  return [
    join(lab.folder, "outside/socket"),
    `/run/gatehouse-${secret}`,
    `/opt/gatehouse-${secret}`,
  ];
}

/**
 * Returns the paths of a run's sockets, outside and inside, in a read-only and in a writable
 * directory.
 */
function shownSockets({ home, work }: Pick<RunFolders, "home" | "work">) {
  return {
    outside: [join(home, "shown/socket"), join(work, "socket")],
    inside: ["/tmp/shown/socket", join(work, "socket")],
  };
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    visitors += 1;
    socket.destroy();
  });
  server.listen(path);
  await once(server, "listening");
  return server;
}

/** Prepares every target that a process inside could attack, at the paths of this run. */
function prepare(folders: RunFolders, as: "root" | "nobody"): HostPlaces {
  const { home, work } = folders;
  const locations = {
    keys: join(home, "keys"),
    conf: join(work, "conf"),
    shown: join(home, "shown"),
  };
  for (const path of Object.values(locations)) mkdirSync(path);
  const secretFiles = [join(lab.folder, "outside/secret"), join(locations.keys, "id_test")];
  for (const path of [join(locations.keys, "id_test"), join(locations.shown, "file")]) {
    writeFileSync(path, secret);
  }
  const rules = join(locations.conf, "rules.yml");
  writeFileSync(rules, "allow-domains: [a.test]\nssl-bump: true\n");
  const logs = join(locations.conf, "logs");
  mkdirSync(logs);
  if (as === "nobody") {
    for (const path of [...Object.values(locations), rules, logs]) chownSync(path, 65_534, 65_534);
  }
  return {
    pidNamespace: readlinkSync("/proc/self/ns/pid"),
    secret,
    secretFiles,
    sockets: [...socketPaths(), ...shownSockets(folders).inside],
    abstract,
    sessionFolder: "",
    rules,
    logs,
    readOnly: "/tmp/shown",
    home,
    work,
  };
}

/** Returns the directory of a process's session. */
function findSession(pid: number | undefined): string | undefined {
  return readdirSync("/tmp")
    .filter((name) => name.startsWith("gatehouse-"))
    .map((name) => join("/tmp", name))
    .find((path) => isOf(path, pid));
}

function isOf(path: string, pid: number | undefined): boolean {
  try {
    const reported: unknown = JSON.parse(readFileSync(join(path, "session.json"), "utf8"));
    return JSON.stringify(reported).includes(`"pid":${pid},`);
  } catch {
    return false;
  }
}

/** Runs the attack on the host, with an open descriptor of `/` and secrets in the environment. */
async function attack(as: "root" | "nobody", runtime: Bubblewrap | "podman") {
  const used = runtime === "podman" ? { runtime } : { bubblewrap: runtime };
  const folders = lab.makeFolders(as);
  const locations = prepare(folders, as);
  const { outside } = shownSockets(folders);
  servers.push(...(await Promise.all(outside.map(listen))));
  for (const path of outside) chmodSync(path, 0o777);
  await bundleInside("adversary-host", folders.work);
  const prober = join(folders.work, "prober");
  const source = new URL("inside/prober.c", import.meta.url).pathname;
  execFileSync(machine().gcc, ["-w", "-O1", "-static", "-o", prober, source]);
  const stdio: StdioOptions = ["pipe", "pipe", "pipe"];
  stdio[40] = openSync("/", "r");
  const script = 'echo ready; read -r places; ./prober; exec node adversary-host.mjs "$places"';
  const { child, ended } = lab.start(["sh", "-c", script], {
    as,
    ...used,
    folders: { ...folders, logs: locations.logs },
    keepsStdin: true,
    stdio,
    env: { SECRET_OF_CALLER: secret },
    options: [
      "--config",
      locations.rules,
      "--mount",
      `${join(folders.home, "shown")}:/tmp/shown:ro`,
    ],
  });
  if (child.stdout) await once(child.stdout, "readable");
  const sessionFolder = findSession(child.pid);
  if (sessionFolder === undefined) throw new Error(`It never began: ${(await ended).err}`);
  child.stdin?.end(`${JSON.stringify({ ...locations, sessionFolder })}\n`);
  const { code, out, err } = await ended;
  const [, probed = "", attempted = ""] = out.split("\n");
  if (code !== 0 || !attempted) throw new Error(`${code}: ${err} ${out}`);
  return {
    probed: JSON.parse(probed) as Record<string, number>,
    attempts: JSON.parse(attempted) as Attempted[],
  };
}

/**
 * Returns probes with an unexpected result: calls that the kernel allowed, and failed controls. A
 * kernel that lacks a call, or kills for it, denies it.
 */
function findAllowed(probed: Readonly<Record<string, number>>): string[] {
  return Object.entries(probed).flatMap(([name, error]) => {
    const isControl = name.startsWith("control");
    return isControl === (error === 0) ? [] : [name];
  });
}

describe.each(adversaryCells)("as %s with podman or bubblewrap: %s", (as, runtime) => {
  test("no file, no socket, no process and no system call reaches the host", async () => {
    const { probed, attempts } = await attack(as, runtime);
    expect(findAllowed(probed)).toEqual([]);
    expect(findSurprises(attempts)).toEqual([]);
    expect(visitors).toBe(0);
    expect(Object.keys(probed).length + attempts.length).toBeGreaterThan(300);
  });
});
