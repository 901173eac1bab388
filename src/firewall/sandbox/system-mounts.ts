import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "./mount.ts";
import { bind } from "./mount.ts";

/** What the system itself keeps: programs, libraries, settings. Never the root as a whole: its sockets would come along. */
const folders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc"];
/** Systems that keep their programs elsewhere. */
const stores = ["/nix/store", "/gnu/store", "/snap"];

/** What of /etc only its owner may read, and what leads to keys: by name, for a caller who is not root. */
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

/** The system's folders, to read only; a link like /bin stays a link. */
export function systemMounts(uid: number): readonly Mount[] {
  const mounts = [...folders, ...stores].flatMap((path): readonly Mount[] => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) return [{ kind: "link", target: path, to: readlinkSync(path) }];
    return stat?.isDirectory() ? [bind(path)] : [];
  });
  return [...mounts, ...hiddenSettings("/etc", uid), ...hiddenSettings("/usr/local/etc", uid)];
}

/**
 * What of the settings stays outside. For root that is all that not everybody may read: it keeps its owner's rights to
 * files without any capability.
 */
export function hiddenSettings(folder: string, uid: number): readonly Mount[] {
  const named = privateNames.flatMap((name) => hide(join(folder, name)));
  if (uid !== 0) return named;
  const known = new Set(named.map(({ target }) => target));
  return [...named, ...unreadable(folder, known)];
}

function hide(path: string): readonly Mount[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return [{ kind: "empty", target: path, isWritable: false }];
  return stat?.isFile() ? [{ kind: "hidden", target: path }] : [];
}

const readableByAll = 0o004;

function unreadable(folder: string, known: ReadonlySet<string>): readonly Mount[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (known.has(path) || (!entry.isDirectory() && !entry.isFile())) return [];
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & readableByAll) === 0) return hide(path);
    return entry.isDirectory() ? unreadable(path, known) : [];
  });
}
