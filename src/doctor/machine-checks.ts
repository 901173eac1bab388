import { accessSync, constants, lstatSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { whyNoBrowser } from "../prompts/open-link.ts";
import type { Keychain } from "../credentials/keychain/keychain.ts";
import { KeychainUnavailable } from "../credentials/keychain/keychain-unavailable.ts";
import type { ExaminedRuntime } from "../firewall/examine-runtimes.ts";
import { checkMachine } from "../firewall/check-machine.ts";
import { missing, ok, warning } from "./check.ts";
import type { Examination, Found } from "./check.ts";
import { UserError } from "../shared/errors.ts";
import { explainRefusal } from "../shared/file-refusals.ts";
import { ownCommandLine } from "../shared/own-command.ts";

export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly keychain: Pick<Keychain, "find">;
  readonly examineRuntimes: (env: NodeJS.ProcessEnv) => Promise<readonly ExaminedRuntime[]>;
  /** @throws InvalidInput if other users can access the directory */
  readonly stateFolder: () => string;
}

/**
 * Returns the checks for the keychain, browser, sandbox, state directory and pipeline CLI. Setup
 * requires only the state directory.
 */
export function machineExaminations(machine: Machine): Examination[] {
  const { env } = machine;
  return [
    {
      id: "keychain",
      title: "Keychain",
      isNeeded: false,
      run: () => inspectKeychain(machine.keychain),
    },
    { id: "browser", title: "Browser", isNeeded: false, run: () => checkBrowser(env) },
    { id: "sandbox", title: "Sandbox", isNeeded: false, run: () => inspectSandbox(machine) },
    {
      id: "state-folder",
      title: "State directory",
      isNeeded: true,
      run: () => inspectStateFolder(machine.stateFolder),
    },
    {
      id: "pipeline-cli",
      title: "Pipeline CLI",
      isNeeded: false,
      run: () =>
        ok(
          findProgram("az", env) === undefined
            ? "az is not installed; needed only for pipeline secrets"
            : "az is installed",
        ),
    },
  ];
}

/**
 * Tests the keychain by reading an entry that does not exist, because writing an entry could prompt
 * for a password.
 */
async function inspectKeychain(keychain: Machine["keychain"]): Promise<Found> {
  try {
    await keychain.find("gatehouse doctor");
    return ok("available; it may be locked, which is checked when a key is stored");
  } catch (error) {
    if (!(error instanceof KeychainUnavailable)) throw error;
    return warning(
      `${error.reason}; setup cannot save a key in the keychain if the forge does not store the key`,
      error.hints,
    );
  }
}

export function checkBrowser(env: NodeJS.ProcessEnv, platform: string = process.platform): Found {
  const reason = whyNoBrowser(env, true);
  if (reason !== undefined) return warning(`${reason}; links are printed instead of opened`);
  const isBare = platform === "linux" && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"];
  if (env["BROWSER"]) return ok("links open with the program set in BROWSER");
  const isHosted = Boolean(env["WSL_DISTRO_NAME"]);
  return isBare && !isHosted
    ? warning("this session has no display; links are printed instead of opened")
    : ok("links open with the system's browser");
}

async function inspectSandbox({ env, examineRuntimes }: Machine): Promise<Found> {
  const more = {
    text: "Show all firewall checks",
    command: ownCommandLine("firewall", "doctor"),
  };
  try {
    const found = await examineRuntimes(env);
    const [used] = found.filter(({ works }) => works);
    if (used) {
      return ok(
        `${used.name} runs commands behind the firewall; it starts in ${used.milliseconds} ms`,
      );
    }
    const hints = checkMachine(found, undefined).flatMap((finding) => finding.hints ?? []);
    return warning("no container runtime can run commands behind the firewall", [...hints, more]);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return warning("no container runtime can run commands behind the firewall", [
      ...error.hints,
      more,
    ]);
  }
}

/** Checks whether gatehouse can write its state, or create the directory for it. */
export function inspectStateFolder(find: Machine["stateFolder"]): Found {
  try {
    const folder = find();
    const found = lstatSync(folder, { throwIfNoEntry: false });
    // The dot makes this fail for a file.
    accessSync(`${found ? folder : findExisting(folder)}/.`, constants.W_OK);
    if (!found) return ok(`${folder}, not created yet`);
    return ok(`${folder}, mode ${(found.mode & 0o777).toString(8)}, private to this user`);
  } catch (error) {
    if (error instanceof UserError) return missing(error.message, error.hints);
    const reason = explainRefusal(error)?.reason ?? "unknown error";
    return missing(`not writable: ${reason}`, [
      { text: "Give this user write permission, or set XDG_STATE_HOME to a different directory" },
    ]);
  }
}

/** Returns the nearest directory above a path that exists. */
function findExisting(path: string): string {
  const above = dirname(path);
  const isThere = lstatSync(above, { throwIfNoEntry: false }) !== undefined;
  return above === path || isThere ? above : findExisting(above);
}

/** Returns the path of a program on PATH; undefined if it is not found. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
