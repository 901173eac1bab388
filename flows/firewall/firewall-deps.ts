import type { LoggedDecision } from "../../src/firewall/log/logged-decision.ts";
import type { DomainNeed } from "../../src/firewall/rules/known-domains.ts";
import type { Clock } from "../shared/clock.ts";

/**
 * External effects of the firewall setup, injected so that the flow itself only asks and decides.
 */
export interface FirewallDeps extends Pick<Clock, "now"> {
  /** Absolute path of the rules file. */
  readonly rulesFile: string;
  /** Path of the rules file, in the form used on the command line. */
  readonly rulesName: string;
  /** Reads the text of the rules file; undefined if the file does not exist. */
  readonly readRules: () => Promise<string | undefined>;
  /** Writes the text of the rules file atomically. */
  readonly saveRules: (text: string) => Promise<void>;
  /** Domains that the forge and the model provider require. */
  readonly needs: readonly DomainNeed[];
  /** Name of the operator, to be recorded in the rules file. */
  readonly operator: string;
  /** Names of all environment variables, without values. */
  readonly variableNames: readonly string[];
  readonly runTrial: RunTrial;
}

export interface TrialNews {
  readonly decisions?: readonly LoggedDecision[];
  /** Last line of output, without secrets. */
  readonly line?: string;
}

export interface TrialEnd {
  readonly code: number;
  /** Reason why the firewall itself failed; undefined if it did not fail. */
  readonly reason?: string;
}

/**
 * Runs a shell command behind the firewall with the rules file. Reports all decisions in order
 * before it returns.
 * @throws the signal's reason
 */
export type RunTrial = (
  command: string,
  onMessage: (news: TrialNews) => void,
  signal: AbortSignal,
) => Promise<TrialEnd>;
