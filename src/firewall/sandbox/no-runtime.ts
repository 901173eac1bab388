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
    { choice = "auto", restricted = restrictsNamespaces() }: Circumstances = {},
  ) {
    super(
      attempts.length === 0
        ? `Could not isolate the command: ${explainMissing(choice)} not installed.`
        : `No runtime could isolate the command, so it was not started.\n${attempts.map(({ runtime, complaint }) => `${runtime}: ${complaint}`).join("\n")}`,
      [...suggestFixes(attempts, { choice, restricted })],
    );
    this.attempts = attempts;
  }
}

interface Circumstances {
  readonly choice?: string;
  /** True if this system allows user namespaces only for programs with an AppArmor profile. */
  readonly restricted?: boolean;
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

const profile =
  "abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }";

function* suggestFixes(
  attempts: readonly Attempt[],
  { choice, restricted }: Required<Circumstances>,
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
  if (restricted && !isMissing) {
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
