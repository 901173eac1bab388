import type { LoggedDecision } from "../../src/firewall/log/logged-decision.ts";
import type { DomainNeed } from "../../src/firewall/rules/known-domains.ts";
import type { Clock } from "../shared/clock.ts";

/** What the setup of a firewall does to the world, handed in so that the flow itself only decides and asks. */
export interface FirewallDeps extends Pick<Clock, "now"> {
  /** The whole path of the rules file. */
  readonly rulesFile: string;
  /** How it is called: as the command line has it. */
  readonly rulesName: string;
  /** Its text, or undefined while there is none. */
  readonly readRules: () => Promise<string | undefined>;
  /** Writes it whole or not at all. */
  readonly saveRules: (text: string) => Promise<void>;
  /** What the forge and the engine's provider need. */
  readonly needs: readonly DomainNeed[];
  /** Who sits here, for the record. */
  readonly operator: string;
  /** Names of the variables that are set, never what is in them. */
  readonly variableNames: readonly string[];
  readonly runTrial: RunTrial;
}

export interface TrialNews {
  readonly decisions?: readonly LoggedDecision[];
  /** What the command printed last, without anything secret. */
  readonly line?: string;
}

export interface TrialEnd {
  readonly code: number;
  /** Why the firewall itself could not, where it could not. */
  readonly because?: string;
}

/**
 * Runs a command of a shell behind the rules file. Each decision is told before it ends, in their order.
 * @throws whatever the signal was aborted with
 */
export type RunTrial = (
  command: string,
  hear: (news: TrialNews) => void,
  signal: AbortSignal,
) => Promise<TrialEnd>;
