import { existsSync, readFileSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { Runtime } from "./runtimes.ts";

/** A way that was tried and did not work. */
export interface Attempt {
  readonly runtime: Runtime["name"];
  readonly complaint: string;
}

/** There is no way on this machine to keep a command in; it is not started at all. */
export class NoRuntime extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  readonly attempts: readonly Attempt[];

  /** @param choice what `--runtime` asks for */
  constructor(
    attempts: readonly Attempt[],
    { choice = "auto", restricted = restrictsNamespaces() }: Circumstances = {},
  ) {
    super(
      attempts.length === 0
        ? `Nothing on this machine can keep the command in: ${explainMissing(choice)} not installed.`
        : `Nothing on this machine could keep the command in; it was not started.\n${attempts.map(({ runtime, complaint }) => `${runtime}: ${complaint}`).join("\n")}`,
      [...mends(attempts, { choice, restricted })],
    );
    this.attempts = attempts;
  }
}

interface Circumstances {
  readonly choice?: string;
  /** This system keeps programs without a profile from user namespaces. */
  readonly restricted?: boolean;
}

function explainMissing(choice: string): string {
  return choice === "auto" ? "bubblewrap, docker and podman are" : `${choice} is`;
}

/** Ubuntu 23.10 and newer let only programs with a profile make user namespaces. */
function restrictsNamespaces(): boolean {
  const path = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
  return existsSync(path) && readFileSync(path, "utf8").trim() === "1";
}

const profile =
  "abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }";

function* mends(
  attempts: readonly Attempt[],
  { choice, restricted }: Required<Circumstances>,
): Generator<Hint> {
  const isMissing = attempts.every(({ runtime }) => runtime !== "bubblewrap");
  // Whoever chose docker or podman has reasons, and may have bubblewrap.
  if (isMissing && ["auto", "bubblewrap"].includes(choice)) {
    yield {
      say: "Install bubblewrap, on Debian or Ubuntu",
      command: "sudo apt-get install bubblewrap",
    };
    return;
  }
  if (restricted && !isMissing) {
    yield {
      say: "This system lets only programs with a profile make user namespaces. Give bubblewrap one",
      command: `echo '${profile}' | sudo tee /etc/apparmor.d/bwrap && sudo systemctl reload apparmor`,
    };
  }
  yield {
    say: "See what this machine has, and what each way says",
    command: ownCommandLine("firewall", "doctor"),
  };
}
