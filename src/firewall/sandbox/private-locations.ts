import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";

/**
 * Accounts, keys and histories in a home directory. Programs next to them, as in `.cargo/bin`, are
 * not private.
 */
const accounts =
  `.ssh .gnupg .aws .azure .kube .docker .config .password-store .pki .mozilla .thunderbird .oci .subversion
  .netrc .git-credentials .npmrc .yarnrc.yml .pypirc .pgpass .my.cnf .vault-token .s3cfg .boto .databrickscfg
  .vault .heroku .vercel .netlify .databricks .terraform.d .minikube .kaggle .huggingface .cache/huggingface
  .bitcoin .ethereum .electrum .solana .bash_history .zsh_history .python_history .pulumi/credentials.json
  .fly/config.yml .cargo/credentials .cargo/credentials.toml .gem/credentials .bundle/config .m2/settings.xml
  .gradle/gradle.properties .composer/auth.json .nuget/NuGet .claude/.credentials.json .codex/auth.json
  .gemini/oauth_creds.json .cache/gatehouse .local/share/keyrings .local/share/kwalletd .local/share/uv/credentials
  .local/share/containers .local/state/gatehouse`
    .trim()
    .split(/\s+/);
/** Directories in `.config` in which programs store accounts; other directories can be projects. */
const configured = ["gh", "glab", "hub", "op", "gcloud", "doctl", "az", "rclone", "sops", "helm"];

/** Directories with the system's state and settings, some of which are hidden in the container. */
const system = ["/boot", "/dev", "/etc", "/proc", "/run", "/sys", "/usr/local/etc", "/var/run"];
export const systemState = ["backups", "cache", "db", "lib", "log", "mail", "spool"].map((name) =>
  join("/var", name),
);
/**
 * Directories that every user can write to. Their subdirectories can be shown, but not the
 * directories themselves.
 */
const shared = ["/tmp", "/var/tmp", "/mnt", "/media", "/srv"];
/** Locations that the container itself mounts. */
const own = ["/dev", "/proc", "/run/gatehouse", "/sys"];

/** Directories that a PATH entry must not expose in the container. */
export interface PrivateLocations {
  /**
   * Returns whether a directory of this machine is private, contains a private directory, or is
   * inside one.
   */
  covers(source: string): boolean;
  /** Returns whether a mount at this path would cover one of the container's own mounts. */
  reserves(target: string): boolean;
  isHome(path: string): boolean;
}

/**
 * Determines which directories contain home directories, accounts, and the system's state.
 * @param home the caller's home
 * @param passwd content of /etc/passwd
 */
export function privateLocations(home: string, passwd = readUsers()): PrivateLocations {
  const ownHomes = [home, realOr(home)];
  const listed = [...ownHomes, "/root", "/var/roothome", ...homesOf(passwd)];
  const ownAccounts = accounts.flatMap((name) => [join(home, name), realOr(join(home, name))]);
  const held = [...listed, ...ownAccounts, ...system, ...systemState, ...shared];
  const homesNear = (path: string) => [...listed, ...unlistedHome(path)];
  const isPrivate = (path: string) =>
    homesNear(path).some((each) => accounts.some((name) => isBelow(path, each, name))) ||
    ownAccounts.some((each) => isWithin(path, each)) ||
    // Excludes the caller's home: a service's home can be inside the system's state and contain
    // programs.
    (!ownHomes.some((each) => isWithin(path, each)) &&
      [...system, ...systemState].some((each) => isWithin(path, each)));
  const containsPrivate = (path: string) =>
    [...held, ...unlistedHome(path)].some((each) => isWithin(each, path));
  return {
    covers: (source) => isPrivate(source) || containsPrivate(source),
    reserves: (target) => own.some((each) => isWithin(target, each)) || containsPrivate(target),
    isHome: (path) => homesNear(path).includes(path),
  };
}

/**
 * Returns whether a directory contains or is inside an account directory. Such a directory cannot
 * be the working directory.
 * @param folder without links
 */
export function isAccountFolder(folder: string, home: string): boolean {
  const homes = [home, realOr(home), "/root", ...unlistedHome(folder)];
  const names = accounts.filter((name) => name !== ".config");
  const inConfig = configured.map((name) => join(".config", name));
  const all = [...names, ...inConfig];
  return (
    homes.some(
      (each) => folder === join(each, ".config") || all.some((name) => isBelow(folder, each, name)),
    ) || all.some((name) => containsOrIsIn(folder, join(home, name)))
  );
}

/**
 * Returns whether a directory contains an account directory or is inside one. An account directory
 * can be a link to another disk, and can be in a directory with other files.
 */
function containsOrIsIn(folder: string, account: string): boolean {
  const real = realOr(account);
  return isWithin(folder, real) || (isWithin(real, folder) && existsSync(real));
}

/** Avoids joining paths, because this function is called for many names. */
function isBelow(path: string, home: string, name: string): boolean {
  return path.startsWith(`${home}/`) && isWithin(path.slice(home.length + 1), name);
}

/**
 * Returns the home directory at the start of a path, because some machines do not list their users
 * in /etc/passwd.
 */
function unlistedHome(path: string): readonly string[] {
  return /^(?:\/var)?\/home\/[^/]+/.exec(path) ?? [];
}

/** @returns the home directories, which are in the sixth column */
function homesOf(passwd: string): readonly string[] {
  const homes = passwd.split("\n").map((line) => line.split(":")[5] ?? "");
  return homes.filter((each) => each.startsWith("/"));
}

function readUsers(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    // Best effort: this machine may list its users elsewhere.
    return "";
  }
}
