import type { Hint } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";

/*
 * How a flow talks to a person. Four prompters speak it: Ink screens (components/ink-prompter.ts), plain lines,
 * scripted answers, and the recorder of run-flow, which stands between a flow and one of the others.
 */

/** Something to know, by its name: neighbours stand in two columns. */
export interface Fact {
  readonly name: string;
  readonly text: string;
}

/** What every question carries. */
export interface Question {
  /** Short and never reworded: the journal and answer files know the question by it. */
  readonly id: string;
  /** A question that ends in `?`, or a noun that ends in `:`. At most 50 columns, so that it is one row. */
  readonly title: string;
  /** What the answer is called where it stays in sight: "Targets". Without one it is not listed. */
  readonly name?: string;
  /** Its place among the questions of its step: "question 2 of 4". */
  readonly place?: Place;
  /** How much hangs on it: facts and body stand behind a heavy rail, and the title says it. */
  readonly weight?: "read first" | "cannot be undone";
  /** Above the body, in columns. */
  readonly facts?: readonly Fact[];
  /** Lines shown between the title and the control. */
  readonly body?: readonly string[];
  /** Shown on `?`: why we ask, and what the answer changes. */
  readonly why?: string;
}

/** One of several, counted from 1. */
export interface Place {
  readonly at: number;
  readonly of: number;
}

export interface Option<V extends string = string> {
  readonly value: V;
  /** At most 24 columns where it has a hint: the hints stand in a second column. */
  readonly label: string;
  /** What choosing it means; at most 46 columns stay in one row. */
  readonly hint?: string;
  /** Why it cannot be chosen now; the row stays readable. */
  readonly disabled?: string;
}

export interface ChooseQuestion<V extends string = string> extends Question {
  readonly options: readonly Option<V>[];
  readonly initial?: V;
  /** Answers from a file may leave it out: that means `initial`. */
  readonly isOptional?: true;
}

export interface ChooseManyQuestion<V extends string = string> extends Question {
  readonly options: readonly Option<V>[];
  readonly initial?: readonly V[];
  readonly minimum?: number;
}

export interface ConfirmQuestion extends Question {
  /** Labels of the two answers; "Yes" and "No" unless told. */
  readonly yes?: string;
  readonly no?: string;
  /** What Enter means; without it, the person has to choose. */
  readonly initial?: boolean;
}

export interface TextQuestion extends Question {
  readonly initial?: string;
  readonly placeholder?: string;
  /** Says what is wrong with the text, or nothing. Pure: it also judges journaled answers. */
  readonly check?: (text: string) => string | undefined;
  /** Looks at what was entered, and says what is wrong with it while it can still be mended where it stands. */
  readonly look?: (text: string) => Promise<string | undefined>;
}

/** Lines that a person writes, each judged by itself. */
export interface ListQuestion extends Question {
  /** What one line is: "pattern". */
  readonly entry: string;
  readonly initial?: readonly string[];
  readonly placeholder?: string;
  readonly minimum?: number;
  /** Says what is wrong with a line beside the others, or nothing. Pure and quick: it is asked with each key. */
  readonly check?: (entry: string, others: readonly string[]) => string | undefined;
  /** A second field, in which a person tries what the lines make of a text. */
  readonly trial?: ListTrial;
}

interface ListTrial {
  /** "Try a URL" */
  readonly title: string;
  /** Pure and quick: it is asked with each key. */
  readonly explain: (text: string, entries: readonly string[]) => Explanation;
}

/** What the lines of a list make of a text. */
export interface Explanation {
  readonly isGood: boolean;
  /** The answer: "passes", "blocked". */
  readonly word: string;
  readonly because: string;
  /** A line that would make it good. */
  readonly offer?: string;
}

export interface SecretQuestion extends Question {
  /** `lines`: a PEM key, several lines; `line`: a token. Neither is echoed, and of a token not even its length. */
  readonly shape: "lines" | "line";
  /** Says what is wrong with the value without repeating any of it, or nothing. */
  readonly check?: (secret: Secret) => string | undefined;
  /** What may be told of an accepted value: "RSA 2048, SHA256:…". Never a part of it. */
  readonly describe?: (secret: Secret) => string;
}

/** Facts that a person reads before something happens; going on is the answer. */
export interface Disclosure extends Question {
  readonly body: readonly string[];
  /** Label of the only way on: "Continue", "I have read this". */
  readonly proceed: string;
}

/** Something to know that asks for nothing. Shown once for each id. */
export interface Note {
  readonly id: string;
  readonly title: string;
  readonly body?: readonly string[];
  readonly link?: string;
  readonly command?: string;
}

/** What a person may do while they wait. */
export interface WaitAction {
  readonly id: string;
  /** The key on screens; plain lines take the same letter and Enter. */
  readonly key: string;
  readonly label: string;
  /** Asks for one line of text first, with this title. */
  readonly input?: string;
  /** Does it; a returned text says why it was not taken. */
  readonly run: (input: string) => string | undefined | Promise<string | undefined>;
}

export interface Wait {
  readonly id: string;
  readonly title: string;
  readonly body?: readonly string[];
  /** What the person does, in order; they are numbered, and the link stands below the first. */
  readonly steps?: readonly string[];
  readonly why?: string;
  readonly actions?: readonly WaitAction[];
  /** Nothing is made while it waits, so that Back may leave it. */
  readonly canLeave?: true;
  /** What must not be left half: a stop takes effect after it, and only a second one gives up on it. */
  readonly mustEnd?: true;
}

/** What changed while waiting. `null` takes a line away again. */
export interface WaitUpdate {
  /** What is being waited for right now. */
  readonly line?: string;
  /** Something that was seen just now; it stays on the screen, with its time. */
  readonly seen?: string;
  /** Something that was seen and is not as it should be. */
  readonly amiss?: string;
  /** What goes on on the forge, or is left half there, for whoever leaves now. */
  readonly ifLeft?: Hint | null;
  /** What follows when it has come. */
  readonly next?: string;
  readonly link?: string | null;
  /** When the wait ends by itself. */
  readonly deadline?: Date | null;
  /** Something that the person has to mend before the wait can end. */
  readonly problem?: { readonly say: string; readonly hints?: readonly Hint[] } | null;
}

export type Say = (update: WaitUpdate) => void;

/** The question after something went wrong that has no other: its ways on say enough on a screen. */
export const howToGoOn = "How do you want to go on?";

/** What stands above the ways on. */
export interface FailureReport {
  readonly message: string;
  readonly hints: readonly Hint[];
  /** It went wrong unless told; `attention`: nothing did, and a person has to decide. */
  readonly state?: "failed" | "attention";
}

export interface Failure<V extends string = string> extends ChooseQuestion<V> {
  readonly error: FailureReport;
}

/** What a flow may ask. */
export interface Ask {
  choose<V extends string>(question: ChooseQuestion<V>): Promise<V>;
  chooseMany<V extends string>(question: ChooseManyQuestion<V>): Promise<V[]>;
  confirm(question: ConfirmQuestion): Promise<boolean>;
  text(question: TextQuestion): Promise<string>;
  /** The lines in their order. */
  list(question: ListQuestion): Promise<string[]>;
  /** The answer is the keeper's id of the secret, never the secret. */
  secret(question: SecretQuestion): Promise<string>;
  disclose(disclosure: Disclosure): Promise<void>;
  note(note: Note): Promise<void>;
  /** Runs a task in sight of the person. A stop aborts `signal` and rejects with `Stopped`, but for what must end. */
  progress<T>(wait: Wait, task: (say: Say, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** A `choose` that shows what went wrong first. Its answer is never journaled. */
  failure<V extends string>(failure: Failure<V>): Promise<V>;
}

/** One row of the list of what is done. */
export interface Mark {
  readonly name: string;
  /** `told`: by somebody's word, seen by nobody. `attention`: it leaves something to do. */
  readonly state: "done" | "active" | "told" | "unknown" | "attention" | "failed" | "skipped";
  readonly summary: string;
}

/** What stands above every question. */
export interface FlowHeader {
  /** "set up", "rotate keys". */
  readonly title: string;
  /** What it is about: "acme/control". */
  readonly subject: string;
  /** The names of the marks to come, in order. */
  readonly outline: readonly string[];
}

/** How a question is put: whether Back has somewhere to go. */
export interface Situation {
  readonly canGoBack: boolean;
  /** Whether answers of an earlier run were taken to get here, which all can be asked for again. */
  readonly canAskAgain?: boolean;
}

/** An answer that stays in sight, until the mark of its step takes its place. */
export interface Answered {
  readonly name: string;
  readonly text: string;
}

/**
 * Who puts the questions. Each method rejects with `Back` or `Cancelled` when the person says so.
 * A secret is handed over as it was entered; the recorder gives it to the keeper.
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
    task: (say: Say, signal: AbortSignal) => Promise<T>,
    situation?: Situation,
  ): Promise<T>;
  /** Called when a flow starts and on every replay: forgets all marks and answers. */
  begin(header: FlowHeader): void;
  /** The steps are these, now that it is known. */
  outline(names: readonly string[]): void;
  mark(mark: Mark): void;
  /** Told of each answer with a name, given now or taken from the journal. */
  answered(answer: Answered, isKept: boolean): void;
  /** Leaves the screen as it was found. May be called twice. */
  close(): Promise<void>;
}

/** The person wants the question before this one. Flows do not catch it. */
export class Back extends Error {
  override readonly name = "Back";
}

/** The person wants all questions again that nothing was made of. Flows do not catch it. */
export class AskAgain extends Error {
  override readonly name = "AskAgain";
}
