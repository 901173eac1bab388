import type { Hint } from "../../shared/errors.ts";
import type { SayCommand } from "../repository/command-line.ts";

/** How a control plane stands as a whole, whoever says it: `status`, or the setup at its end. */
export type Standing =
  /** Nothing is stored, and nothing is decided. */
  | "not set up"
  /** The Apps are there and proved, but nobody has chosen a profile for any scope. */
  | "profile not chosen"
  | "incomplete"
  | "complete";

export const standings: Readonly<Record<Standing, string>> = {
  "not set up": "not set up",
  "profile not chosen": "Apps ready, profile not chosen",
  incomplete: "incomplete",
  complete: "complete",
};

/** What was looked at in the end, where it could be. */
interface Found {
  readonly complete: boolean;
  readonly lacksOnlyProof: boolean;
}

/**
 * What a setup leaves complete is so only where the status finds no more wrong than that it cannot see by itself what
 * the setup has just proved.
 */
export function lowerBy(standing: Standing, found: Found | undefined): Standing {
  const isWell = !found || found.complete || found.lacksOnlyProof;
  return standing === "complete" && !isWell ? "incomplete" : standing;
}

/** What brings a control plane on from where it stands; a command that does it. */
export function nextFrom(standing: Standing, command: SayCommand): Hint {
  switch (standing) {
    case "not set up":
      return { say: "Set it up", command: command("setup") };
    case "profile not chosen":
      return {
        say: "Describe the scope, and decide on a profile for it",
        command: command("scope"),
      };
    case "incomplete":
      return { say: "Complete and prove the setup", command: command("setup") };
    case "complete":
      return { say: "Verify everything before promotion", command: command("verify") };
  }
}
