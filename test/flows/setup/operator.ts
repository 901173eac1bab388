import { checkScreens } from "../../components/checked-screens.ts";
import type {
  Failure,
  Prompter,
  Question,
  Situation,
  TextQuestion,
  WaitUpdate,
} from "../../../src/prompts/prompter.ts";
import { parseScriptedAnswers } from "../../../src/prompts/scripted-answers.ts";
import { createScriptedPrompter } from "../../../src/prompts/scripted-prompter.ts";
import type { Stops } from "../../../src/prompts/stops.ts";
import { Stopped } from "../../../src/shared/errors.ts";
import { noStops } from "../../prompts/no-stops.ts";

/** What an operator sees while waiting, and what they can do then. */
export interface Moment {
  readonly wait: string;
  readonly update: WaitUpdate;
  /** Presses a key of the wait screen; answers what is said against it. */
  readonly act: (action: string, input?: string) => Promise<string | undefined>;
}

export interface OperatorOptions {
  /** Answers beside those of a first setup; `undefined` takes one away. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, unknown>>;
  /** Told of each line, link and problem of a wait. What it throws fails the test. */
  readonly onMoment?: (moment: Moment) => Promise<void> | void;
  /** Called before each question and each wait: throws `Back` or `Cancelled` in the operator's place. */
  readonly onQuestion?: (id: string, situation: Situation, question?: Question) => void;
  readonly onFailure?: (failure: Failure) => void;
  readonly onText?: (question: TextQuestion) => void;
  /** Presses Ctrl-C as soon as what this wait is for has begun. */
  readonly stopDuring?: string;
  /** Where the wish to stop arrives; nobody stops the run unless told. */
  readonly stops?: Stops;
  /** Says that they have made the App when its code is not known; so they do unless told. */
  readonly saysMade?: boolean;
}

/** What somebody answers who sets up for the first time. */
const firstAnswers = {
  scope: "later",
  "read-plan": true,
  "write-plan": true,
  "read-app-name": "gatehouse-acme-control-read",
  "read-app-how": "browser",
  "write-app-name": "gatehouse-acme-control-write",
  "write-app-how": "browser",
};

/** Somebody who answers from a script, and acts on what they see. */
export function createOperator(options: OperatorOptions) {
  const { answers, secrets = {}, onMoment, onQuestion, onFailure, onText, stopDuring } = options;
  const { saysMade = true, stops = noStops() } = options;
  const lines: string[] = [];
  const asked: { id: string; canGoBack: boolean }[] = [];
  const deeds: Promise<void>[] = [];
  const given = { ...firstAnswers, ...answers };
  const script = JSON.parse(JSON.stringify({ answers: given, secrets })) as unknown;
  const scripted = createScriptedPrompter({
    answers: parseScriptedAnswers(script, "the script"),
    print: (line) => void lines.push(line),
    stops,
  });
  const before = (question: Question, situation: Situation) => {
    asked.push({ id: question.id, canGoBack: situation.canGoBack });
    onQuestion?.(question.id, situation, question);
  };
  const prompter: Prompter = checkScreens({
    ...scripted,
    choose: async (question, situation) => {
      before(question, situation);
      return scripted.choose(question, situation);
    },
    chooseMany: async (question, situation) => {
      before(question, situation);
      return scripted.chooseMany(question, situation);
    },
    confirm: async (question, situation) => {
      before(question, situation);
      return scripted.confirm(question, situation);
    },
    text: async (question, situation) => {
      before(question, situation);
      onText?.(question);
      return lettersOf(question, given) ?? scripted.text(question, situation);
    },
    list: async (question, situation) => {
      before(question, situation);
      return scripted.list(question, situation);
    },
    secret: async (question, situation) => {
      before(question, situation);
      return scripted.secret(question, situation);
    },
    disclose: async (question, situation) => {
      before(question, situation);
      return scripted.disclose(question, situation);
    },
    failure: async (question, situation) => {
      before(question, situation);
      onFailure?.(question);
      return scripted.failure(question, situation);
    },
    progress: async (wait, task, situation = { canGoBack: false }) => {
      onQuestion?.(wait.id, situation);
      if (wait.id === stopDuring) return stopAtOnce(task);
      const act = async (id: string, input = "") => {
        const action = wait.actions?.find((one) => one.id === id);
        if (!action) throw new Error(`"${wait.id}" has no action "${id}"`);
        return action.run(input);
      };
      return scripted.progress(wait, (report, signal) =>
        task((update) => {
          report(update);
          const deed = onMoment?.({ wait: wait.id, update, act });
          if (deed) deeds.push(deed);
          // Who has made the App says so when its code is not known.
          if (saysMade && update.line?.startsWith("A code came")) {
            setImmediate(() => void act("made"));
          }
        }, signal),
      );
    },
  });
  return {
    prompter,
    asked,
    said: () => lines.join("\n"),
    /** Fails with what the operator could not do. */
    settled: async () => {
      await Promise.all(deeds);
    },
  };
}

/** Who is asked to name the key that ends does so, unless told otherwise: it is read off the screen. */
function lettersOf({ id, body }: TextQuestion, given: object): string | undefined {
  if (!id.endsWith("-end-key") || id in given) return undefined;
  return /that ends, (\S+)\. /.exec(body?.[0] ?? "")?.[1];
}

/** As both kinds of screens do: Ctrl-C does not wait for a task that is slow to end. */
function stopAtOnce<T>(task: Parameters<Prompter["progress"]>[1]): Promise<T> {
  const stop = new AbortController();
  const reason = new Stopped("SIGINT");
  void task(() => undefined, stop.signal).catch(() => undefined);
  stop.abort(reason);
  return Promise.reject(reason);
}
