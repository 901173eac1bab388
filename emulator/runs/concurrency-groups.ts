import type { GroupRequest, Turn } from "../runner/concurrency.ts";

/** A run or a job that enters a group. */
export interface Applicant extends GroupRequest {
  readonly repositoryId: number;
  readonly runId: number;
  /** Name of the job, or "top level workflow". */
  readonly name: string;
  /** Aborted when the run or job no longer needs its turn. */
  readonly signal: AbortSignal;
  /** Cancels the running member. */
  cancel(): void;
  /** Called if the member has to wait. */
  onWait(): void;
}

interface Member {
  applicant: Applicant;
  answer(turn: Turn): void;
}

interface Group {
  running: Member | undefined;
  waiting: Member[];
}

/**
 * Creates the concurrency groups. In each group, one member runs at a time. Only the most recent of
 * the other members waits; with `queue: max`, all of them wait.
 * @see [doc] actions/how-tos/write-workflows/choose-when-workflows-run/control-workflow-concurrency
 * @see [field] the reasons: github/vscode-github-actions#135, quarkusio/benchmarks#414
 */
export function createConcurrencyGroups() {
  const groups = new Map<string, Group>();
  return {
    /** Waits until it is the member's turn. Group names are case-insensitive. */
    enter(applicant: Applicant): Promise<Turn> {
      const key = `${applicant.repositoryId} ${applicant.group.toLowerCase()}`;
      const group = groups.get(key) ?? { running: undefined, waiting: [] };
      groups.set(key, group);
      const deadlock = explainDeadlock(group, applicant);
      if (deadlock !== undefined) return Promise.resolve({ reason: deadlock });
      return new Promise((answer) => {
        const member = { applicant, answer };
        if (!group.running) return admit(group, member);
        applicant.onWait();
        lineUp(group, member);
        const giveUp = () => removeWaiting(group, member, "The wait was cancelled.");
        applicant.signal.addEventListener("abort", giveUp, { once: true });
        if (applicant.signal.aborted) giveUp();
      });
    },
  };
}

export type ConcurrencyGroups = ReturnType<typeof createConcurrencyGroups>;

/** Returns the reason if a job would wait forever for a group that its own run has entered. */
function explainDeadlock({ running }: Group, { group, runId, name }: Applicant) {
  if (running?.applicant.runId !== runId) return undefined;
  const holder = running.applicant.name;
  return `Canceling since a deadlock for concurrency group '${group}' was detected between '${holder}' and '${name}'`;
}

function lineUp(group: Group, member: Member): void {
  const { cancelsRunning, queues, group: name } = member.applicant;
  const reason = `Canceling since a higher priority waiting request for ${name} exists`;
  for (const other of queues ? [] : [...group.waiting]) removeWaiting(group, other, reason);
  group.waiting.push(member);
  if (cancelsRunning) group.running?.applicant.cancel();
}

function removeWaiting(group: Group, member: Member, reason: string): void {
  if (!group.waiting.includes(member)) return;
  group.waiting = group.waiting.filter((each) => each !== member);
  member.answer({ reason });
}

function admit(group: Group, member: Member): void {
  group.running = member;
  const leave = () => {
    if (group.running !== member) return;
    const next = group.waiting.shift();
    group.running = undefined;
    if (next) admit(group, next);
  };
  member.answer({ leave });
}
