import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ReportProgress, Wait, WaitAction, WaitUpdate } from "../../src/prompts/prompter.ts";
import type { Clock } from "./clock.ts";
import { createDeadline, usualMinutes } from "./deadline.ts";
import type { Deadline } from "./deadline.ts";

export interface Browser {
  /**
   * Opens a link. Returns false if no browser should or can be opened; the link is on screen
   * anyway.
   * @param selection repositories to select on the page: operators read them on screen, and the
   *   demo's robot receives them here
   */
  readonly openLink: (link: string, selection?: readonly string[]) => Promise<boolean>;
  /** Reason why no browser on this machine can be used; undefined if a browser can be used. */
  readonly noBrowserReason: string | undefined;
}

/** A task for the operator on a web page. The operator can reopen the page and extend the time. */
export interface BrowserWait extends Omit<Wait, "actions"> {
  /** Subject of the timeout error: "The installation of the Read App". */
  readonly what: string;
  /** Length in minutes of the wait and of each extension (default: 10). */
  readonly minutes?: number;
  /** First status line, which states what the wait is for. */
  readonly line: string;
  /** The step after the wait. */
  readonly next?: string;
  readonly link: string;
  /**
   * Returns the link to open instead of the displayed link, such as a link for one visit. Other
   * users of the machine may be able to see which links are opened.
   */
  readonly linkToOpen?: () => string;
  /** Repositories to select on the page. */
  readonly selection?: readonly string[];
  /** A known problem that the operator has to fix during the wait. */
  readonly problem?: WaitUpdate["problem"];
  /** Whether the page is already open, so that the first check does not open it. */
  readonly isOpen?: boolean;
  /** Status line if no browser opens and the first step does not explain enough. */
  readonly ifUnopened?: string;
  /** Further actions, shown between reopening the page and extending the time. */
  readonly actions?: (waiting: Waiting) => readonly WaitAction[];
}

/** The wait in progress, as passed to its actions. */
export interface Waiting {
  readonly report: ReportProgress;
  /** Interrupts the pause between two checks. */
  readonly checkAgain: () => void;
}

const unopened = "no browser opened";

/** The first step on a page; the link is shown below it. */
export const openStep = "If your browser did not open, open this link:";

export type VisitDeps = Clock & Pick<Browser, "openLink">;

/** A visit to a web page that is in progress. */
export interface Visit {
  readonly report: ReportProgress;
  readonly signal: AbortSignal;
  readonly open: () => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Rejects at the deadline, or if opening the page fails with an error. Never resolves. */
  readonly ended: Promise<never>;
}

/**
 * Asks the operator to perform a step in the browser. `work` watches for the result until the
 * deadline.
 */
export function visitBrowser<T>(
  { ask }: Pick<FlowContext, "ask">,
  deps: VisitDeps,
  wait: BrowserWait,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { minutes = usualMinutes, line, link, next, problem } = wait;
  const deadline = createDeadline(wait.what, deps, minutes);
  // Current values for the actions, which are created before the wait begins.
  const live: { report: ReportProgress; checkAgain: () => void; link: string } = {
    report: nothing,
    checkAgain: nothing,
    link,
  };
  const waiting: Waiting = {
    report: (update) => live.report(update),
    checkAgain: () => live.checkAgain(),
  };
  const open = () => openPage(deps, { ...wait, link: live.link }, waiting);
  const more = moreTime(waiting, deadline, minutes);
  return ask.progress(drawWait(wait, { waiting, more, open }), async (report, signal) => {
    const over = new AbortController();
    const notify: ReportProgress = (update) => {
      // Updates may still arrive after the wait is over.
      if (over.signal.aborted) return;
      live.link = linkIn(update) ?? live.link;
      report(update);
    };
    live.report = notify;
    const either = AbortSignal.any([signal, over.signal]);
    const { ended, end } = createEnding(deadline.passed(either));
    const sleep = (milliseconds: number) => {
      const woken = new Promise<void>((resolve) => {
        live.checkAgain = resolve;
      });
      return Promise.race([deps.pause(milliseconds, either), woken, ended]);
    };
    const opened = () => {
      const opening = open();
      opening.catch(end);
      return opening;
    };
    const first = { line, link, deadline: deadline.at() };
    notify({ ...first, ...(next !== undefined && { next }), ...(problem && { problem }) });
    try {
      return await work({ report: notify, signal, open: opened, sleep, ended });
    } finally {
      // A remaining pause or deadline would keep the process running.
      over.abort(new Error("the wait is over"));
    }
  });
}

async function openPage(
  { openLink }: VisitDeps,
  { link, linkToOpen, selection, ifUnopened }: BrowserWait,
  waiting: Waiting,
): Promise<void> {
  if (await openLink(linkToOpen?.() ?? link, selection)) return;
  waiting.report({ amiss: unopened, ...(ifUnopened !== undefined && { line: ifUnopened }) });
}

/**
 * Creates a promise that ends a wait. The promise rejects when `end` is called or when `last`
 * rejects, whichever happens first.
 */
function createEnding(last: Promise<never>) {
  let end: (reason: unknown) => void = nothing;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Prevents an unhandled rejection if no listener exists when the wait ends.
  ended.catch(nothing);
  last.catch(end);
  return { ended, end };
}

/** Returns the link to open for an update. A link that fixes a problem takes precedence. */
function linkIn({ link, problem }: WaitUpdate): string | undefined {
  return problem?.hints?.find((hint) => hint.link !== undefined)?.link ?? link ?? undefined;
}

function drawWait(
  { id, title, body, steps, why, canLeave, actions }: BrowserWait,
  ways: { waiting: Waiting; more: WaitAction; open: () => Promise<void> },
): Wait {
  const { waiting, more, open } = ways;
  const openAgain = { id: "open", key: "o", label: "open again", run: () => open().then(nothing) };
  const own = actions?.(waiting) ?? [];
  return {
    id,
    title,
    ...(body && { body }),
    ...(steps && { steps }),
    ...(why !== undefined && { why }),
    ...(canLeave && { canLeave }),
    actions: [openAgain, ...own, more],
  };
}

export function checkNow(waiting: Waiting): WaitAction {
  const run = () => (waiting.checkAgain(), undefined);
  return { id: "check", key: "enter", label: "check now", run };
}

function moreTime(waiting: Waiting, deadline: Deadline, minutes: number): WaitAction {
  const run = () => {
    deadline.extend();
    waiting.report({ deadline: deadline.at() });
    return undefined;
  };
  return { id: "extend", key: "e", label: `+${minutes} min`, run };
}

function nothing(): undefined {
  return undefined;
}
