import { realpathSync, statSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import { isAccountFolder, systemState } from "./private-locations.ts";
import { realOr } from "../../shared/real-or.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/** The command would get more than a project by its working folder. */
export class UnfitWorkFolder extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(folder: string, because: string) {
    super(`The command cannot work in ${folder}: ${because}.`, [
      {
        say: "Start from the folder of a project, or name one",
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
/** Root may be at home elsewhere, as in a container of a pipeline, and see every home. */
const shared = ["/tmp", "/var", "/var/tmp", "/opt", "/srv", "/mnt", "/media", "/home", "/root"];
/** Where container images keep the sources that they build. */
const sources = ["/usr/src/", "/usr/local/src/"];

/**
 * The folder that the command may write to, its links followed.
 * @throws UnfitWorkFolder where it is no folder, holds somebody's home, or is the system's
 */
export function findWorkFolder(folder: string, home: string): string {
  const real = resolveFolder(folder);
  if (isWithin(realOr(home), real)) {
    throw new UnfitWorkFolder(real, "your home is in it, with its keys and logins");
  }
  const isSource = sources.some((place) => real.startsWith(place));
  if (!isSource && system.some((place) => isWithin(real, place))) {
    throw new UnfitWorkFolder(real, "it belongs to the system");
  }
  if (isAccountFolder(real, home)) {
    throw new UnfitWorkFolder(real, "accounts and keys are kept there");
  }
  if ([...shared, ...systemState].includes(real))
    throw new UnfitWorkFolder(real, "others keep their files there, too");
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
