import type { Hint } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";

/*
 * The interface between a flow and the operator. It has four implementations: Ink screens
 * (components/ink-prompter.ts), plain lines, scripted answers, and a recorder (in run-flow) that
 * wraps one of the others.
 */

/** A named fact. Adjacent facts are shown in two columns. */
export interface Fact {
  readonly name: string;
  readonly text: string;
}

export interface Question {
  /** Short and permanent ID: journals and answer files refer to the question by it. */
  readonly id: string;
  /** A question that ends in `?`, or a noun that ends in `:`. At most 50 columns fit one row. */
  readonly title: string;
  /** Label in the progress list, such as "Targets". Undefined if the answer is not listed. */
  readonly name?: string;
  /** Position among the questions of the same step: "question 2 of 4". */
  readonly position?: Position;
  /** Importance of the answer, stated in the title and marked with a heavy line. */
  readonly weight?: "read first" | "cannot be undone";
  /** Facts that are shown above the body, in columns. */
  readonly facts?: readonly Fact[];
  /** Lines shown between the title and the control. */
  readonly body?: readonly string[];
  /** Text that is shown on `?`: the reason for the question, and the effect of the answer. */
  readonly why?: string;
}

/** Position in a series, starting at 1, and the length of the series. */
export interface Position {
  readonly at: number;
  readonly of: number;
}

export interface Option<V extends string = string> {
  readonly value: V;
  /** At most 24 columns if the option has a hint, because hints are in a second column. */
  readonly label: string;
  /** Effect of the option; at most 46 columns fit one row. */
  readonly hint?: string;
  /** Reason why the option is unavailable. The option is still shown. */
  readonly disabled?: string;
}

export interface ChooseQuestion<V extends string = string> extends Question {
  readonly options: readonly Option<V>[];
  readonly initial?: V;
  /** Whether an answers file can omit the answer. In that case, `initial` is used. */
  readonly isOptional?: true;
}

export interface ChooseManyQuestion<V extends string = string> extends Question {
  readonly options: readonly Option<V>[];
  readonly initial?: readonly V[];
  readonly minimum?: number;
}

export interface ConfirmQuestion extends Question {
  /** Labels of the two answers (default: "Yes" and "No"). */
  readonly yes?: string;
  readonly no?: string;
  /** Answer that Enter selects (default: no). */
  readonly initial?: boolean;
}

export interface TextQuestion extends Question {
  readonly initial?: string;
  readonly placeholder?: string;
  /** Returns the problem, or undefined. Must be pure: it also validates journaled answers. */
  readonly check?: (text: string) => string | undefined;
  /** Validates the entered text asynchronously, while the operator can still correct it. */
  readonly checkAsync?: (text: string) => Promise<string | undefined>;
}

/** A question that asks for a list of lines, each validated separately. */
export interface ListQuestion extends Question {
  /** Singular noun for one line: "pattern". */
  readonly entry: string;
  readonly initial?: readonly string[];
  readonly placeholder?: string;
  readonly minimum?: number;
  /** Returns the problem with a line, given the others. Must be pure; runs on every key press. */
  readonly check?: (entry: string, others: readonly string[]) => string | undefined;
  /** Second field, in which the operator can test text against the lines. */
  readonly trial?: ListTrial;
}

interface ListTrial {
  /** "Try a URL" */
  readonly title: string;
  /** Must be pure and fast, because it runs on every key press. */
  readonly explain: (text: string, entries: readonly string[]) => Explanation;
}

/** Result of testing text against the lines of a list. */
export interface Explanation {
  readonly isGood: boolean;
  /** Result of the test, such as "passes" or "blocked". */
  readonly word: string;
  readonly reason: string;
  /** Suggested line that would allow the text. */
  readonly offer?: string;
}

export interface SecretQuestion extends Question {
  /**
   * `lines`: a PEM key, which has several lines; `line`: a token. Neither is echoed, and the length
   * of a token is not shown.
   */
  readonly shape: "lines" | "line";
  /** Returns the problem with the secret without revealing any of it, or undefined. */
  readonly check?: (secret: Secret) => string | undefined;
  /** Describes an accepted value without revealing any part of it: "RSA 2048, SHA256:…". */
  readonly describe?: (secret: Secret) => string;
}

/** Facts that the operator must read before an action. Continuing is the only answer. */
export interface Disclosure extends Question {
  readonly body: readonly string[];
  /** Label of the only option: "Continue", "I have read this". */
  readonly proceed: string;
}

/** Information without a question. Shown once for each ID. */
export interface Note {
  readonly id: string;
  readonly title: string;
  readonly body?: readonly string[];
  readonly link?: string;
  readonly command?: string;
}

/** An action that is available during a wait. */
export interface WaitAction {
  readonly id: string;
  /** Key on screens. With plain lines, the operator types this letter and presses Enter. */
  readonly key: string;
  readonly label: string;
  /** Title of the input line, if the action first requires a line of text. */
  readonly input?: string;
  /** Performs the action. If the action is rejected, returns the reason. */
  readonly run: (input: string) => string | undefined | Promise<string | undefined>;
}

export interface Wait {
  readonly id: string;
  readonly title: string;
  readonly body?: readonly string[];
  /** Numbered steps for the operator, in order. The link is shown below the first step. */
  readonly steps?: readonly string[];
  readonly why?: string;
  readonly actions?: readonly WaitAction[];
  /** True if Back can leave the wait, because the wait does not create anything. */
  readonly canLeave?: true;
  /** True if a stop takes effect only after the task. A second stop abandons the task. */
  readonly mustEnd?: true;
}

/** A change to the displayed lines during a wait. `null` removes a line. */
export interface WaitUpdate {
  /** Event or state that the task is currently waiting for. */
  readonly line?: string;
  /** An event that was just observed. It stays on the screen with its time. */
  readonly seen?: string;
  /** An unexpected event that was just observed. */
  readonly amiss?: string;
  /** Work that continues or stays unfinished on the forge if the operator exits now. */
  readonly ifLeft?: Hint | null;
  /** The next action after the wait succeeds. */
  readonly next?: string;
  readonly link?: string | null;
  /** Time at which the wait times out. */
  readonly deadline?: Date | null;
  /** A problem that the operator must fix, because otherwise the wait cannot succeed. */
  readonly problem?: { readonly text: string; readonly hints?: readonly Hint[] } | null;
}

export type ReportProgress = (update: WaitUpdate) => void;

/** Default question after a failure. */
export const howToContinue = "How do you want to continue?";

/** Description of a failure, shown above the options. */
export interface FailureReport {
  readonly message: string;
  readonly hints: readonly Hint[];
  /** Default: `failed`. `attention` means that nothing failed, but the operator must decide. */
  readonly state?: "failed" | "attention";
}

export interface Failure<V extends string = string> extends ChooseQuestion<V> {
  readonly error: FailureReport;
}

export interface Ask {
  choose<V extends string>(question: ChooseQuestion<V>): Promise<V>;
  chooseMany<V extends string>(question: ChooseManyQuestion<V>): Promise<V[]>;
  confirm(question: ConfirmQuestion): Promise<boolean>;
  text(question: TextQuestion): Promise<string>;
  list(question: ListQuestion): Promise<string[]>;
  /** Returns the vault's ID of the secret, never the secret itself. */
  secret(question: SecretQuestion): Promise<string>;
  disclose(disclosure: Disclosure): Promise<void>;
  note(note: Note): Promise<void>;
  /**
   * Runs a task with visible progress. A stop aborts `signal` and rejects with `Stopped`, unless
   * the task must finish.
   */
  progress<T>(
    wait: Wait,
    task: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Shows a failure, then the options. The answer is never journaled. */
  failure<V extends string>(failure: Failure<V>): Promise<V>;
}

/** One row of the list of completed steps. */
export interface Mark {
  readonly name: string;
  /** `reported`: stated by a person, not verified. `attention`: the operator must do something. */
  readonly state: "done" | "active" | "reported" | "unknown" | "attention" | "failed" | "skipped";
  readonly summary: string;
}

/** Header that is shown above every question. */
export interface FlowHeader {
  /** Title of the flow: "set up", "rotate keys". */
  readonly title: string;
  /** Subject of the flow: "acme/control". */
  readonly subject: string;
  /** Names of the steps to be marked, in order. */
  readonly outline: readonly string[];
}

/** Ways to leave a question without answering it. */
export interface Situation {
  readonly canGoBack: boolean;
  /** True if answers from an earlier run were reused. The operator can answer again. */
  readonly canAskAgain?: boolean;
}

/** An answer that stays visible until its step is marked. */
export interface Answered {
  readonly name: string;
  readonly text: string;
}

/**
 * Shows the questions. Each method rejects with `Back` or `Cancelled` if the operator goes back or
 * cancels. Prompters return a secret as entered; the recorder stores it in the vault.
 */
export interface Prompter {
  choose<V extends string>(question: ChooseQuestion<V>, situation: Situation): Promise<V>;
  chooseMany<V extends string>(question: ChooseManyQuestion<V>, situation: Situation): Promise<V[]>;
  confirm(question: ConfirmQuestion, situation: Situation): Promise<boolean>;
  text(question: TextQuestion, situation: Situation): Promise<string>;
  list(question: ListQuestion, situation: Situation): Promise<string[]>;
  secret(question: SecretQuestion, situation: Situation): Promise<Secret>;
  disclose(disclosure: Disclosure, situation: Situation): Promise<void>;
  failure<V extends string>(failure: Failure<V>, situation: Situation): Promise<V>;
  note(note: Note): Promise<void>;
  progress<T>(
    wait: Wait,
    task: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
    situation?: Situation,
  ): Promise<T>;
  /** Called when a flow starts and on every replay. Clears all marks and answers. */
  begin(header: FlowHeader): void;
  /** Announces the steps once they are known. */
  outline(names: readonly string[]): void;
  mark(mark: Mark): void;
  /** Called for each named answer, whether it was entered now or read from the journal. */
  answered(answer: Answered, isKept: boolean): void;
  /** Restores the screen. Can be called twice. */
  close(): Promise<void>;
}

/** The operator wants to return to the previous question. Flows do not catch this error. */
export class Back extends Error {
  override readonly name = "Back";
}

/**
 * The operator wants to answer all questions again, except those of completed steps. Flows do not
 * catch this error.
 */
export class AskAgain extends Error {
  override readonly name = "AskAgain";
}
