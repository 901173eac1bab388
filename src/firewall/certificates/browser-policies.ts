import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Directories from which browsers based on Chromium read the machine's settings. */
const browserFolders: readonly string[] = [
  "/etc/chromium",
  "/etc/chromium-browser",
  "/etc/opt/chrome",
  "/etc/opt/chrome_for_testing",
  "/etc/opt/edge",
  "/etc/brave",
];

const managed = "policies/managed";
const mostFiles = 100;

/** A directory to mount over an existing directory of the same path. */
export interface PolicyFolder {
  readonly target: string;
  /** Files by their path in the directory: the existing files and the added policy. */
  readonly files: ReadonlyMap<string, string | Buffer>;
}

/**
 * Returns directories with a policy that makes browsers trust a certificate. These browsers use
 * their own roots instead of the system's. The result contains only browsers whose directory exists,
 * because a mount needs an existing path.
 * @param der the certificate
 * @param root the directory that is treated as `/`
 */
export function browserPolicies(der: Buffer, root = ""): readonly PolicyFolder[] {
  const policy = JSON.stringify({ CACertificates: [der.toString("base64")] });
  return browserFolders.flatMap((base) => {
    if (!isFolder(root + base)) return [];
    const levels = [join(base, managed), join(base, "policies"), base];
    const target = levels.find((path) => isFolder(root + path)) ?? base;
    const added = join(relative(target, join(base, managed)), "gatehouse-session-ca.json");
    const files = new Map<string, string | Buffer>(readFiles(root + target));
    return [{ target, files: files.set(added, policy) }];
  });
}

/**
 * Reads the files that every user can read, without following links. The command must not see any
 * others.
 */
function readFiles(folder: string, parent = ""): readonly (readonly [string, Buffer])[] {
  const found = readdirSync(join(folder, parent)).flatMap((base) => {
    const name = join(parent, base);
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() && (stat.mode & 0o005) === 0o005) return readFiles(folder, name);
    const isPublic = stat?.isFile() === true && (stat.mode & 0o004) !== 0;
    return isPublic ? [[name, readFileSync(path)] as const] : [];
  });
  return found.slice(0, mostFiles);
}

/** Returns whether a path is a directory that every user can list, and not a link to one. */
function isFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && (stat.mode & 0o005) === 0o005;
}
