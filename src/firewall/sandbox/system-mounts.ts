import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";
import { bind } from "./mount.ts";

/** What the system itself keeps: programs, libraries, settings. Never the root as a whole: its sockets would come along. */
const folders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc"];
/** Systems that keep their programs elsewhere. */
const stores = ["/nix/store", "/gnu/store", "/snap"];

/** What of /etc only its owner may read, and what leads to keys: by name. */
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
 * The system's folders, to read only; a link like /bin stays a link.
 * @param unreadable see `findUnreadable`
 */
export function systemMounts(unreadable: readonly string[]): readonly Mount[] {
  const mounts = [...folders, ...stores].flatMap((path): readonly Mount[] => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) return [{ kind: "link", target: path, to: readlinkSync(path) }];
    return stat?.isDirectory() ? [bind(path)] : [];
  });
  return [...mounts, ...hiddenSettings("/etc", unreadable)];
}

/** What of the settings stays outside: what leads to keys, and what else only its owner may read. */
export function hiddenSettings(folder: string, unreadable: readonly string[]): readonly Mount[] {
  const named = privateNames.map((name) => join(folder, name));
  // What lies in a hidden folder is gone with it: there is nothing to lay anything over.
  const others = unreadable.filter((path) => !named.some((each) => isWithin(path, each)));
  return [...named, ...others].flatMap(hide);
}

function hide(path: string): readonly Mount[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return [{ kind: "empty", target: path, isWritable: false }];
  return stat?.isFile() ? [{ kind: "hidden", target: path }] : [];
}
