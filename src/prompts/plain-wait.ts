import { count } from "../shared/count.ts";
import { markWords } from "../shared/marks.ts";
import { printable, printableLine } from "../shared/print-text.ts";
import { formatTime, withoutTimes } from "../shared/format-time.ts";
import { formatHint, formatLine, type Print } from "./plain-lines.ts";
import type { ReportProgress, Wait, WaitUpdate } from "./prompter.ts";

const minute = 60_000;

/** Prints a wait as plain lines: its start, its updates, and its reminders. */
export interface PlainWait {
  /**
   * Must be called only once. The steps are printed with the first update, because the first step
   * is followed by the link, and only the update contains the link.
   */
  readonly begin: () => void;
  readonly report: ReportProgress;
  /** Prints the elapsed or remaining time. */
  readonly remind: () => void;
  /** Time of the next reminder: every 5 minutes, and when 5, 2 and 1 minutes are left. */
  readonly nextReminder: () => Date;
}

/**
 * Creates the plain output of a wait:
 *
 * now: Create the Read App on the forge
 *     1. If your browser did not open, open this link:
 *       http://127.0.0.1:41873/read
 *     14:02:11 your browser opened the page. 5 minutes left.
 */
export function createPlainWait(wait: Wait, print: Print, clock: () => Date): PlainWait {
  const { title, body = [], steps = [] } = wait;
  const startedAt = clock();
  let printed: WaitUpdate = {};
  let areStepsPrinted = false;
  const printSteps = (link: string | undefined) => {
    if (areStepsPrinted) return false;
    areStepsPrinted = true;
    for (const [index, step] of steps.entries()) {
      print(`${index + 1}. ${printable(step)}`);
      if (index === 0 && link !== undefined) formatLine(print, link);
    }
    return steps.length > 0;
  };
  return {
    begin: () => {
      print(`${markWords.active}: ${printableLine(title)}`);
      for (const line of body) formatLine(print, line);
    },
    report: (update) => {
      const link = update.link ?? undefined;
      const isNewLink = link !== undefined && link !== printed.link;
      const isShown = printSteps(link);
      printNews(print, update, printed);
      if (isNewLink && !isShown) formatLine(print, link);
      const now = { ...printed, ...update };
      const sights = [update.seen, update.amiss].filter((sight) => sight !== undefined);
      for (const sight of sights) print(describeSeen(sight, now, clock()));
      const isNewEnd = update.deadline && update.deadline.getTime() !== printed.deadline?.getTime();
      if (update.deadline && isNewEnd && sights.length === 0)
        print(
          `This stops automatically at ${formatTime(update.deadline)}. ${describeRemainingTime(update.deadline, clock())}`,
        );
      printed = now;
    },
    remind: () => {
      printSteps(undefined);
      const what = printableLine(printed.line ?? title);
      const { deadline } = printed;
      if (deadline) print(`Still waiting: ${what}. ${describeRemainingTime(deadline, clock())}`);
      else print(`Still waiting for ${count(minutesOf(clock(), startedAt), "minute")}: ${what}`);
    },
    nextReminder: () => nextReminder(clock(), startedAt, printed.deadline),
  };
}

/** Prints only the lines that an update changed. */
function printNews(print: Print, { line, problem, next }: WaitUpdate, before: WaitUpdate): void {
  if (problem && problem.text !== before.problem?.text) {
    print(`${markWords.attention}: ${printable(problem.text)}`);
    for (const hint of problem.hints ?? []) formatHint(print, hint);
  }
  if (line !== undefined && !isSameButTime(line, before.line))
    print(`${markWords.active}: ${printable(line)}`);
  if (next !== undefined && next !== before.next) print(`${markWords.next}: ${printable(next)}`);
}

function describeSeen(seen: string, { deadline }: WaitUpdate, now: Date): string {
  const what = `${formatTime(now)} ${printable(seen)}`;
  return deadline ? `${what}. ${describeRemainingTime(deadline, now)}` : what;
}

function describeRemainingTime(deadline: Date, now: Date): string {
  return `${count(minutesOf(deadline, now), "minute")} left.`;
}

/** Returns the difference in minutes, rounded and at least 1. */
function minutesOf(later: Date, earlier: Date): number {
  return Math.max(1, Math.round((later.getTime() - earlier.getTime()) / minute));
}

/** @param deadline time at which the wait times out */
export function nextReminder(now: Date, startedAt: Date, deadline?: Date | null): Date {
  const lasted = now.getTime() - startedAt.getTime();
  const regular = startedAt.getTime() + (Math.floor(lasted / (5 * minute)) + 1) * 5 * minute;
  const last = deadline ? [5, 2, 1].map((left) => deadline.getTime() - left * minute) : [];
  return new Date(Math.min(regular, ...last.filter((time) => time > now.getTime())));
}

/**
 * Returns whether the lines differ at most in their times. Such lines are not printed for each
 * poll, because a screen reader would then read nothing else.
 */
function isSameButTime(line: string, before = ""): boolean {
  return withoutTimes(line) === withoutTimes(before);
}
