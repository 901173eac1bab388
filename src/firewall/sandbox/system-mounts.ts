import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";
import { bind } from "./mount.ts";

/**
 * The system's directories: programs, libraries, settings. The root directory itself is never
 * shown, because it would include the system's sockets.
 */
const folders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc"];
/** Program directories of systems with a different layout, such as NixOS and Guix. */
const stores = ["/nix/store", "/gnu/store", "/snap"];

/** Files in /etc that only their owner can read, or whose names suggest that they contain keys. */
const privateNames = [
  "shadow",
  "shadow-",
  "gshadow",
  "gshadow-",
  "sudoers",
  "sudoers.d",
  "ssl/private",
  "ssh/ssh_host_rsa_key",
  "ssh/ssh_host_ecdsa_key",
  "ssh/ssh_host_ed25519_key",
  "krb5.keytab",
  "security/opasswd",
  "docker",
  "containers/auth.json",
  "letsencrypt",
  "wireguard",
  "openvpn",
  "ppp",
  "NetworkManager/system-connections",
];

/**
 * Returns read-only mounts of the system's directories. A link such as /bin stays a link.
 * @param unreadable see `findUnreadable`
 * @param points paths of later mounts in these directories
 */
export function systemMounts(
  unreadable: readonly string[],
  points: readonly string[] = [],
): readonly Mount[] {
  const missing = points.filter((path) => !existsSync(path));
  const mounts = [...folders, ...stores].flatMap((path) => showSystem(path, missing));
  return [...mounts, ...hiddenSettings("/etc", unreadable)];
}

/**
 * Returns the mount of a directory, or a link. If the directory lacks a mount point, returns the
 * mounts of its entries instead, so that the mount point can be created beside them.
 * @param missing mount points such as `/usr/local/share/ca-certificates`, which NixOS lacks
 */
export function showSystem(path: string, missing: readonly string[]): readonly Mount[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isSymbolicLink()) return [{ kind: "link", target: path, to: readlinkSync(path) }];
  // A socket with a mount of its own would not be covered: see `hideSockets`.
  if (!stat.isDirectory() && !stat.isFile()) return [];
  if (!missing.some((each) => isWithin(each, path))) return [bind(path)];
  return readdirSync(path).flatMap((name) => showSystem(join(path, name), missing));
}

/**
 * Returns mounts that hide settings files whose names suggest keys, and settings files that only
 * their owner can read.
 */
export function hiddenSettings(folder: string, unreadable: readonly string[]): readonly Mount[] {
  const named = privateNames.map((name) => join(folder, name));
  // A file in a hidden directory does not need its own mount.
  const others = unreadable.filter((path) => !named.some((each) => isWithin(path, each)));
  return [...named, ...others].flatMap(hide);
}

function hide(path: string): readonly Mount[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return [{ kind: "empty", target: path, isWritable: false }];
  return stat?.isFile() ? [{ kind: "hidden", target: path }] : [];
}
