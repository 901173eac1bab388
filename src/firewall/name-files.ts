import { readlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bind } from "./sandbox/mount.ts";
import type { Mount } from "./sandbox/mount.ts";

/** Inside, every name is asked at the proxy's own door, and none is known by heart but this machine's. */
export function writeNameFiles(folder: string): readonly Mount[] {
  const hosts = join(folder, "hosts");
  const resolver = join(folder, "resolv.conf");
  writeFileSync(hosts, `127.0.0.1 localhost\n::1 localhost\n127.0.1.1 ${hostname()}\n`, readable);
  writeFileSync(resolver, "nameserver 127.0.0.1\noptions timeout:2 attempts:1\n", readable);
  return [bind(hosts, placeOf("/etc/hosts")), bind(resolver, placeOf("/etc/resolv.conf"))];
}

/** The folder is its owner's alone; inside, whoever runs the command reads it. */
const readable = { mode: 0o644, flag: "wx" } as const;

/** Nothing can be laid over a link that leads nowhere inside: it goes where the link leads. */
function placeOf(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}
