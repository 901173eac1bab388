import { rotateOptions } from "../command-line.ts";
import type { SayCommand } from "../command-line.ts";
import { findReminders } from "./reminders.ts";
import type { Reminder } from "./reminders.ts";
import { compareScope, scopeFingerprint } from "../scope/scope.ts";
import type { ScopePart } from "../scope/scope.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import type { ControlPlaneStatus, InstallationStatus, RecordStatus } from "./judge-status.ts";
import type { Decision } from "../scope/decision.ts";
import type { Settings } from "../scope/settings.ts";

/** What `status --json` prints. */
export interface StatusDocument {
  readonly repo: string;
  readonly host: string;
  readonly complete: boolean;
  readonly records: readonly RecordStatus[];
  readonly installations: readonly InstallationStatus[];
  /** What was decided; null when nothing was. */
  readonly profile: DecidedProfile | null;
  readonly reminders: readonly Reminder[];
  /** Records that were meant to authenticate agents. */
  readonly unsupported: readonly string[];
  /** What is wrong with the checked-in files. */
  readonly problems: readonly string[];
  /** What a run would do otherwise than was decided, though all that is needed is there. */
  readonly unexpected: readonly string[];
  readonly next: readonly NextStep[];
}

interface DecidedProfile {
  readonly profile: Profile;
  readonly decidedBy: string;
  readonly decidedAt: string;
  /** What changed in the settings since; with anything in it the profile has to be reviewed again. */
  readonly changed: readonly ScopePart[];
}

interface NextStep {
  readonly say: string;
  readonly command?: string;
}

export interface StatusParts {
  /** The checked-in files, as far as they are there and sensible. */
  readonly settings: Settings | undefined;
  readonly decision: Decision | undefined;
  /** What is wrong with either file. */
  readonly problems: readonly string[];
  readonly repo: string;
  readonly host: string;
  readonly status: ControlPlaneStatus;
  readonly unsupported: readonly string[];
  /** How a run's credentials differ from the chosen ones. */
  readonly differences: readonly string[];
  readonly now: Date;
  readonly command: SayCommand;
}

/** Puts together how a control plane stands, and what there is to do, the most urgent first. */
export function composeStatus(parts: StatusParts): StatusDocument {
  const { repo, host, status, settings, decision, problems, unsupported, now } = parts;
  const changed =
    settings && decision ? compareScope(decision.scope, scopeFingerprint(settings)) : [];
  const profile = decision && {
    profile: decision.choice.profile,
    decidedBy: decision.decidedBy,
    decidedAt: decision.decidedAt,
    changed,
  };
  const reminders = findReminders({ decision, now });
  const isOver = reminders.some(({ state }) => state === "expired");
  const isStopped = profile?.profile === "stop";
  const { records, installations, advice } = status;
  // While something is missing, a run takes another credential because of that.
  const unexpected = status.isComplete ? parts.differences : [];
  const isWrong = [problems, changed, advice, unexpected].some(({ length }) => length > 0);
  const complete = status.isComplete && !isWrong && !isOver && !isStopped;
  const found = {
    complete,
    profile: profile ?? null,
    reminders,
    unsupported,
    problems,
    unexpected,
  };
  return { repo, host, records, installations, ...found, next: listNext(parts, found) };
}

type Findings = Pick<
  StatusDocument,
  "complete" | "profile" | "reminders" | "unsupported" | "problems" | "unexpected"
>;

function listNext(
  { command, status, settings, decision }: StatusParts,
  { complete, profile, reminders, unsupported, problems, unexpected }: Findings,
): NextStep[] {
  const when = (isSo: boolean, ...steps: NextStep[]) => (isSo ? steps : []);
  const changed = profile?.changed ?? [];
  return [
    ...problems.map(() => ({ say: "Mend the checked-in file, and commit it" })),
    ...status.advice.map((say) => ({ say })),
    ...when(unsupported.length > 0, { say: `Delete ${unsupported.join(", ")}: not supported` }),
    ...reminders.map(({ say }) => ({ say, command: command("rotate", rotateOptions("pat")) })),
    // A stray record is advised on by itself.
    ...when(unexpected.length > 0 && status.advice.length === 0, {
      say: "Remove what was not chosen, or review the profile again",
      command: command("setup"),
    }),
    ...when(changed.length > 0 || profile?.profile === "stop", {
      say: "Review the profile again",
      command: command("setup"),
    }),
    ...when(!status.isComplete, { say: "Complete and prove the setup", command: command("setup") }),
    ...when(status.isComplete && problems.length === 0 && !(settings && decision), {
      say: "Describe the scope, and decide on a profile for it",
      command: command("setup"),
    }),
    ...when(complete && decision !== undefined, {
      say: "Verify everything before promotion",
      command: command("verify"),
    }),
  ];
}
