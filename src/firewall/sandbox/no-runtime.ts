import { existsSync, readFileSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { Runtime } from "./runtimes.ts";

/** A runtime that failed, with its error. */
export interface Attempt {
  readonly runtime: Runtime["name"];
  readonly complaint: string;
}

/** None of this machine's runtimes can isolate the command, so it was not started. */
export class NoRuntime extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  readonly attempts: readonly Attempt[];

  /** @param choice value of `--runtime` */
  constructor(
    attempts: readonly Attempt[],
    {
      choice = "auto",
      restricted = restrictsNamespaces(),
      isContainer = isInContainer(),
    }: Circumstances = {},
  ) {
    super(
      attempts.length === 0
        ? `Could not isolate the command: ${explainMissing(choice)} not installed.`
        : `No runtime could isolate the command, so it was not started.\n${attempts.map(({ runtime, complaint }) => `${runtime}: ${complaint}`).join("\n")}`,
      [...suggestFixes(attempts, { choice, restricted, isContainer })],
    );
    this.attempts = attempts;
  }
}

interface Circumstances {
  readonly choice?: string;
  /** True if this system allows user namespaces only for programs with an AppArmor profile. */
  readonly restricted?: boolean;
  /** True if gatehouse itself runs in a container of docker or podman. */
  readonly isContainer?: boolean;
}

function explainMissing(choice: string): string {
  return choice === "auto" ? "bubblewrap, docker and podman are" : `${choice} is`;
}

/**
 * Returns whether only programs with an AppArmor profile can create user namespaces, as in Ubuntu
 * 23.10 and newer.
 */
function restrictsNamespaces(): boolean {
  const path = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
  return existsSync(path) && readFileSync(path, "utf8").trim() === "1";
}

/** Returns whether docker or podman created a file that marks this system as a container. */
function isInContainer(): boolean {
  return existsSync("/.dockerenv") || existsSync("/run/.containerenv");
}

/**
 * Options of docker and podman for a container in which bubblewrap works. Their defaults forbid new
 * namespaces, and an ordinary user to mount /proc.
 */
function containerOptions(): string {
  const kinds =
    process.getuid?.() === 0
      ? ["--cap-add SYS_ADMIN", "--cap-add NET_ADMIN"]
      : ["--security-opt seccomp=unconfined", "--security-opt systempaths=unconfined"];
  return [...kinds, "--security-opt apparmor=unconfined"].join(" ");
}

/**
 * Returns whether the starter failed because its capabilities have no effect, as under AppArmor's
 * profile `bwrap-userns-restrict`. The error names the capabilities, or the system call or file
 * that the kernel refused.
 */
export function isAboutCapabilities(complaint: string): boolean {
  return /^(capabilities|unshare|setgroups|\/proc\/self\/(setgroups|[ug]id_map)): E(PERM|ACCES)$/.test(
    complaint,
  );
}

/** Errors of bubblewrap on a system that forbids namespaces, or an ordinary user to mount /proc. */
const aboutNamespaces =
  /namespace|[ug]id map|make \/ slave|mount proc|loopback|Operation not permitted/i;

const profile =
  "abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }";

function* suggestFixes(
  attempts: readonly Attempt[],
  { choice, restricted, isContainer }: Required<Circumstances>,
): Generator<Hint> {
  const isMissing = attempts.every(({ runtime }) => runtime !== "bubblewrap");
  // If docker or podman was chosen explicitly, bubblewrap may be installed, so this hint is
  // omitted.
  if (isMissing && ["auto", "bubblewrap"].includes(choice)) {
    yield {
      text: "On Debian or Ubuntu, install bubblewrap",
      command: "sudo apt-get install bubblewrap",
    };
    return;
  }
  const isForbidden = attempts.some(
    ({ runtime, complaint }) => runtime === "bubblewrap" && aboutNamespaces.test(complaint),
  );
  if (isContainer && isForbidden) {
    yield {
      text: `This system is a container that forbids other containers. Start it with these options of docker or podman, or run gatehouse outside it: ${containerOptions()}`,
    };
  } else if (restricted && !isContainer && isForbidden) {
    // Without this error, the profile would only replace a profile that restricts bubblewrap.
    yield {
      text: "On this system, only programs with an AppArmor profile can create user namespaces. Add a profile for bubblewrap",
      command: `echo '${profile}' | sudo tee /etc/apparmor.d/bwrap && sudo systemctl reload apparmor`,
    };
  }
  yield {
    text: "Check this machine's runtimes and their errors",
    command: ownCommandLine("firewall", "doctor"),
  };
}
