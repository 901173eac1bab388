import { existsSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { realOr } from "../shared/real-or.ts";
import { isReadOnly } from "./sandbox/unfit-mount.ts";
import { bind } from "./sandbox/mount.ts";
import type { Mount } from "./sandbox/mount.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

/** Maximum number of links in a path, as in Linux. */
const mostLinks = 40;

/**
 * Writes a hosts file and a resolver file for the container. The hosts file contains only this
 * machine's own names; all other names are resolved by the proxy.
 */
export function keepNameFiles(
  session: Pick<SessionFolder, "keepFile">,
  folder = "/etc",
): readonly Mount[] {
  const hosts = `127.0.0.1 localhost\n::1 localhost\n127.0.1.1 ${hostname()}\n`;
  const resolver = "nameserver 127.0.0.1\noptions timeout:2 attempts:1\n";
  return [
    { name: "hosts", text: hosts },
    { name: "resolv.conf", text: resolver },
  ].flatMap(({ name, text }) => {
    const target = placeOf(join(folder, name));
    // Without these files, programs use the resolver on 127.0.0.1 as well.
    return canMount(target) ? [bind(session.keepFile(name, text), target)] : [];
  });
}

/** Returns whether a mount point exists, or can be created outside read-only directories. */
function canMount(target: string): boolean {
  return existsSync(target) || !isReadOnly(target);
}

/**
 * Returns the location for a mount. If the path contains links, a mount over them would fail or have
 * another location, so the last target is used, even if it does not exist.
 */
function placeOf(path: string, links = 0): string {
  const place = join(realOr(dirname(path)), basename(path));
  try {
    const target = resolve(dirname(place), readlinkSync(place));
    return links < mostLinks ? placeOf(target, links + 1) : place;
  } catch {
    // Not a link.
    return place;
  }
}
