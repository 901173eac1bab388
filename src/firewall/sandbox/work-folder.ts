import { realpathSync, statSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import { isAccountFolder, systemState } from "./private-locations.ts";
import { realOr } from "../../shared/real-or.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/** The working directory would give the command access to more than a project. */
export class UnfitWorkFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(folder: string, reason: string) {
    super(`The command cannot work in ${folder}: ${reason}.`, [
      {
        text: "Start in a project directory, or specify one",
        command: ownCommandLine("firewall", "--container-workdir", "DIR", "--", "COMMAND"),
      },
    ]);
  }
}

const system = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/etc",
  "/proc",
  "/sys",
  "/dev",
  "/run",
  "/boot",
];
/**
 * Directories that several users share. Includes root's home directory: HOME can be different in a
 * pipeline's container, and root can read every home directory.
 */
const shared = ["/tmp", "/var", "/var/tmp", "/opt", "/srv", "/mnt", "/media", "/home", "/root"];
/** Directories in which container images keep source code to build. */
const sources = ["/usr/src/", "/usr/local/src/"];

/**
 * Returns the directory that the command can write to, with links resolved.
 * @throws UnfitWorkFolder if it is not a directory, contains a home directory, or belongs to the
 *   system
 */
export function findWorkFolder(folder: string, home: string): string {
  const real = resolveFolder(folder);
  if (isWithin(realOr(home), real)) {
    throw new UnfitWorkFolder(real, "it contains your home directory, with keys and accounts");
  }
  const isSource = sources.some((location) => real.startsWith(location));
  if (!isSource && system.some((location) => isWithin(real, location))) {
    throw new UnfitWorkFolder(real, "it belongs to the system");
  }
  if (isAccountFolder(real, home)) {
    throw new UnfitWorkFolder(real, "it contains accounts and keys");
  }
  if ([...shared, ...systemState].includes(real))
    throw new UnfitWorkFolder(real, "it is shared with other users");
  return real;
}

function resolveFolder(folder: string): string {
  try {
    if (statSync(folder).isDirectory()) return realpathSync.native(folder);
  } catch (error) {
    throw new UnfitWorkFolder(folder, error instanceof Error ? error.message : String(error));
  }
  throw new UnfitWorkFolder(folder, "it is a file");
}
