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

export interface Screen {
  readonly product: string;
  readonly header: FlowHeader | undefined;
  readonly marks: readonly Mark[];
  /** Answers of the current step. */
  readonly answers: readonly Answered[];
  /** All marks and answers in order, printed when the screen is closed. */
  readonly log: readonly TableRow[];
  /** Notes that were added after the last answer. */
  readonly notes: readonly Note[];
  readonly open: OpenQuestion | undefined;
  readonly isWhyShown: boolean;
  /** Whether links are shown in full instead of as short addresses. */
  readonly isLinkLong: boolean;
  /** Result of a key press that does not otherwise change the screen: "Copied." */
  readonly remark: string | undefined;
  /** Number of body lines scrolled off the top. */
  readonly scroll: number;
  readonly columns: number;
  readonly rows: number;
  /** Current time, updated only while a wait is shown. */
  readonly now: Date;
  /** Whether Ctrl-C was pressed during a task that cannot be stopped immediately. */
  readonly isStopping: boolean;
}

/** The current question or wait. */
export interface OpenQuestion
  extends Situation, Pick<Question, "title" | "facts" | "position" | "weight"> {
  readonly body: readonly string[];
  /** Actions that the operator must perform, in order. */
  readonly steps?: readonly string[];
  readonly why?: string | undefined;
  readonly error?: FailureReport;
  readonly control: Control;
  /**
   * Set if the question stays visible until the next question appears, but no longer receives keys.
   */
  readonly isAnswered?: true;
}

/** Returns whether a terminal of this size can show questions. If it cannot, keys are ignored. */
export function hasRoom({ columns, rows }: Pick<Screen, "columns" | "rows">): boolean {
  return columns >= leastColumns && rows >= leastRows;
}

/** Message for a window that is too small for questions. */
export const moreRoom = "Please enlarge the window.";

export interface ScreenStore {
  readonly read: () => Screen;
  readonly update: (change: Partial<Screen>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Stores the screen outside React, which only draws it. Listeners are called once for all changes
 * in one turn of the event loop, so a pasted key is drawn once, not 1,700 times.
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
  let isReported = true;
  const listeners = new Set<() => void>();
  const notify = () => {
    isReported = true;
    for (const listener of listeners) listener();
  };
  return {
    read: () => screen,
    update: (change) => {
      screen = { ...screen, ...change };
      if (isReported) queueMicrotask(notify);
      isReported = false;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
