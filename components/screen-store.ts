import { leastColumns, leastRows } from "../src/prompts/can-draw-screens.ts";
import type {
  Answered,
  FailureReport,
  FlowHeader,
  Mark,
  Note,
  Question,
  Situation,
} from "../src/prompts/prompter.ts";
import type { TableRow } from "../src/terminal/table.ts";
import type { Control } from "./keys/control.ts";

/** All that a screen shows, as data. */
export interface Screen {
  readonly product: string;
  readonly header: FlowHeader | undefined;
  readonly marks: readonly Mark[];
  /** Answers of the present step. */
  readonly answers: readonly Answered[];
  /** All marks and answers in their order, for what stays when the screen is left. */
  readonly log: readonly TableRow[];
  /** What the person was told since the last answer. */
  readonly notes: readonly Note[];
  readonly open: OpenQuestion | undefined;
  readonly isWhyShown: boolean;
  /** Whether links are shown as they are, and not as the short addresses that lead there. */
  readonly isLinkLong: boolean;
  /** What became of a key that changes nothing on the screen: "copied". */
  readonly remark: string | undefined;
  /** Lines of the body that are scrolled away above. */
  readonly scroll: number;
  readonly columns: number;
  readonly rows: number;
  /** Moves only while a wait is shown. */
  readonly now: Date;
  /** Ctrl-C came while nothing could be stopped at once. */
  readonly isStopping: boolean;
}

/** The one question or wait on the screen. */
export interface OpenQuestion
  extends Situation, Pick<Question, "title" | "facts" | "place" | "weight"> {
  readonly body: readonly string[];
  /** What the person does, in order. */
  readonly steps?: readonly string[];
  readonly why?: string | undefined;
  readonly error?: FailureReport;
  readonly control: Control;
  /** It stands here until something else does; no key is its any more. */
  readonly isAnswered?: true;
}

/** Whether questions can be shown in a terminal of this size; keys wait until they can. */
export function hasRoom({ columns, rows }: Pick<Screen, "columns" | "rows">): boolean {
  return columns >= leastColumns && rows >= leastRows;
}

/** What stands where questions cannot be shown. */
export const moreRoom = "Please make the window larger.";

export interface ScreenStore {
  readonly read: () => Screen;
  readonly update: (change: Partial<Screen>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Holds the screen outside of React, which only draws it. Listeners hear of all changes of one turn at once: a
 * pasted key is one drawing, not 1,700.
 */
export function createScreenStore(
  start: Pick<Screen, "product" | "columns" | "rows" | "now"> & Partial<Pick<Screen, "header">>,
): ScreenStore {
  let screen: Screen = {
    header: undefined,
    ...start,
    marks: [],
    answers: [],
    log: [],
    isLinkLong: false,
    remark: undefined,
    notes: [],
    open: undefined,
    isWhyShown: false,
    scroll: 0,
    isStopping: false,
  };
  let isTold = true;
  const listeners = new Set<() => void>();
  const tell = () => {
    isTold = true;
    for (const listener of listeners) listener();
  };
  return {
    read: () => screen,
    update: (change) => {
      screen = { ...screen, ...change };
      if (isTold) queueMicrotask(tell);
      isTold = false;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
