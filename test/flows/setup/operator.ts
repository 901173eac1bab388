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

/** State of a wait as the operator sees it, and the possible actions. */
export interface Moment {
  readonly wait: string;
  readonly update: WaitUpdate;
  /** Presses a key of the wait screen. Returns the refusal, if any. */
  readonly act: (action: string, input?: string) => Promise<string | undefined>;
}

export interface OperatorOptions {
  /** Answers that replace those of a first setup. `undefined` removes an answer. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, unknown>>;
  /**
   * Called with each line, link and problem of a wait. An error from this function fails the test.
   */
  readonly onMoment?: (moment: Moment) => Promise<void> | void;
  /**
   * Called before each question and each wait. Can throw `Back` or `Cancelled` in the operator's
   * place.
   */
  readonly onQuestion?: (id: string, situation: Situation, question?: Question) => void;
  readonly onFailure?: (failure: Failure) => void;
  readonly onText?: (question: TextQuestion) => void;
  /** Presses Ctrl-C as soon as this wait's external action has started. */
  readonly stopDuring?: string;
  /** Receives stop requests (default: never stopped). */
  readonly stops?: Stops;
  /** Whether the operator confirms that the App exists if its code is unknown (default: yes). */
  readonly statesCreated?: boolean;
}

/** Answers of a first setup. */
const firstAnswers = {
  scope: "later",
  "read-plan": true,
  "write-plan": true,
  "read-app-name": "gatehouse-acme-control-read",
  "read-app-how": "browser",
  "write-app-name": "gatehouse-acme-control-write",
  "write-app-how": "browser",
};

/** Creates an operator who answers from a script and acts on updates. */
export function createOperator(options: OperatorOptions) {
  const { answers, secrets = {}, onMoment, onQuestion, onFailure, onText, stopDuring } = options;
  const { statesCreated = true, stops = noStops() } = options;
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
          // The operator confirms that the App exists if its code is unknown.
          if (statesCreated && update.line?.startsWith("Received an unknown code")) {
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
    /** Rejects with an error if an action of the operator failed. */
    settled: async () => {
      await Promise.all(deeds);
    },
  };
}

/** Returns the confirmation letters as read off the screen, unless a test gives others. */
function lettersOf({ id, body }: TextQuestion, given: object): string | undefined {
  if (!id.endsWith("-end-key") || id in given) return undefined;
  return /characters: (\S+)\. /.exec(body?.[0] ?? "")?.[1];
}

/** Stops at once: neither kind of screen waits on Ctrl-C for a task that is slow to stop. */
function stopAtOnce<T>(task: Parameters<Prompter["progress"]>[1]): Promise<T> {
  const stop = new AbortController();
  const reason = new Stopped("SIGINT");
  void task(() => undefined, stop.signal).catch(() => undefined);
  stop.abort(reason);
  return Promise.reject(reason);
}
