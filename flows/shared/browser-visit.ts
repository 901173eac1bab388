import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Say, Wait, WaitAction, WaitUpdate } from "../../src/prompts/prompter.ts";
import type { Clock } from "./clock.ts";
import { createDeadline, usualMinutes } from "./deadline.ts";
import type { Deadline } from "./deadline.ts";

/** The person's own browser. */
export interface Browser {
  /**
   * Opens a link. False when that is not wanted or not possible; the link is on screen anyway.
   * @param selection repositories that the page is opened to select: a person reads them, the demo's robot is told
   */
  readonly openLink: (link: string, selection?: readonly string[]) => Promise<boolean>;
  /** Why no browser of this machine will do, or undefined. */
  readonly noBrowserBecause: string | undefined;
}

/** Something that a person does on a page of the forge. They can open the page again, and have more time. */
export interface BrowserWait extends Omit<Wait, "actions"> {
  /** What did not happen when nobody came in time: "The installation of the Read App". */
  readonly what: string;
  /** How long the wait is, and how much each press of e adds; ten unless told. */
  readonly minutes?: number;
  /** What is waited for, said first. */
  readonly line: string;
  /** What follows when it has come. */
  readonly next?: string;
  readonly link: string;
  /** Makes what is opened, where that is not the link on screen: what opens it may be overlooked. */
  readonly linkToOpen?: () => string;
  /** Repositories that the page is opened to select. */
  readonly selection?: readonly string[];
  /** What has to be mended, known before the wait. */
  readonly problem?: WaitUpdate["problem"];
  /** The page is open already; it is not opened at the first look. */
  readonly isOpen?: boolean;
  /** What is waited for when no browser opens, where the first step does not say enough. */
  readonly ifUnopened?: string;
  /** What else the person can do, between opening the page and more time. */
  readonly actions?: (waiting: Waiting) => readonly WaitAction[];
}

/** A wait that goes on, for what a person does meanwhile. */
export interface Waiting {
  readonly say: Say;
  /** Ends the pause between two looks. */
  readonly checkAgain: () => void;
}

const unopened = "no browser opened";

/** The first step of what is done on a page; the link stands below it. */
export const openStep = "Open this link, if your browser did not:";

export type VisitDeps = Clock & Pick<Browser, "openLink">;

/** What goes on while a person is in the browser. */
export interface Visit {
  readonly say: Say;
  readonly signal: AbortSignal;
  readonly open: () => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Rejects at the deadline, and when the page cannot be opened for a reason that is no answer. Never resolves. */
  readonly ended: Promise<never>;
}

/** Has a person do something in the browser while `work` watches for it, until the deadline. */
export function visitBrowser<T>(
  { ask }: Pick<FlowContext, "ask">,
  deps: VisitDeps,
  wait: BrowserWait,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { minutes = usualMinutes, line, link, next, problem } = wait;
  const deadline = createDeadline(wait.what, deps, minutes);
  // The actions are there before the wait begins, and may be pressed at any time of it.
  const live: { say: Say; checkAgain: () => void; link: string } = {
    say: nothing,
    checkAgain: nothing,
    link,
  };
  const waiting: Waiting = {
    say: (update) => live.say(update),
    checkAgain: () => live.checkAgain(),
  };
  const open = () => openPage(deps, { ...wait, link: live.link }, waiting);
  const more = moreTime(waiting, deadline, minutes);
  return ask.progress(drawWait(wait, { waiting, more, open }), async (tell, signal) => {
    const over = new AbortController();
    const say: Say = (update) => {
      // What is seen of a person may be seen after it is of any use.
      if (over.signal.aborted) return;
      live.link = linkIn(update) ?? live.link;
      tell(update);
    };
    live.say = say;
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
    say({ ...first, ...(next !== undefined && { next }), ...(problem && { problem }) });
    try {
      return await work({ say, signal, open: opened, sleep, ended });
    } finally {
      // A pause or a deadline that outlived the wait would keep the process.
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
  waiting.say({ amiss: unopened, ...(ifUnopened !== undefined && { line: ifUnopened }) });
}

/** A promise that ends what waits with it, at the latest when `last` does. */
function createEnding(last: Promise<never>) {
  let end: (reason: unknown) => void = nothing;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  // Nobody may be waiting with it at that moment.
  ended.catch(nothing);
  last.catch(end);
  return { ended, end };
}

/** The link that an update has a person open: what mends a problem before anything else. */
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
    waiting.say({ deadline: deadline.at() });
    return undefined;
  };
  return { id: "extend", key: "e", label: `+${minutes} min`, run };
}

function nothing(): undefined {
  return undefined;
}
