import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { bind } from "./sandbox/mount.ts";
import type { Mount } from "./sandbox/mount.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

/**
 * Writes a hosts file and a resolver file for the container. The hosts file contains only this
 * machine's own names; all other names are resolved by the proxy.
 */
export function keepNameFiles(session: Pick<SessionFolder, "keepFile">): readonly Mount[] {
  const hosts = `127.0.0.1 localhost\n::1 localhost\n127.0.1.1 ${hostname()}\n`;
  const resolver = "nameserver 127.0.0.1\noptions timeout:2 attempts:1\n";
  return [
    bind(session.keepFile("hosts", hosts), placeOf("/etc/hosts")),
    bind(session.keepFile("resolv.conf", resolver), placeOf("/etc/resolv.conf")),
  ];
}

/**
 * Returns the location for a mount. If the path is a link whose target does not exist in the
 * container, a mount over the link would fail, so the target is used.
 */
function placeOf(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}
