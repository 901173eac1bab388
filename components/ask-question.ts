import { AskAgain, Back, type Situation } from "../src/prompts/prompter.ts";
import type { Key } from "../src/prompts/read-keys.ts";
import type { KeyDispatcher } from "./key-dispatcher.ts";
import type { Control } from "./keys/control.ts";
import type { Outcome } from "./keys/outcome.ts";
import type { OpenQuestion } from "./screen-store.ts";

/** The visible parts of a question, except its control. */
export type Topic = Omit<OpenQuestion, "control" | "canGoBack" | "canAskAgain">;

/** The initial state of a control, and the function that turns keys into an answer. */
export interface Answering<State extends Control, Answer> {
  readonly start: State;
  readonly press: (state: State, key: Key) => Outcome<State, Answer>;
  readonly situation: Situation;
}

/**
 * Shows a question until a key press completes the answer.
 * @throws Back, Cancelled
 */
export function askQuestion<State extends Control, Answer>(
  dispatcher: KeyDispatcher,
  topic: Topic,
  { start, press, situation }: Answering<State, Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let state = start;
    const end = (complete: () => void) => {
      // Clears the entered value from the screen state, because the value may be a secret.
      if (start.kind === "secret") dispatcher.show(start);
      dispatcher.leave();
      complete();
    };
    dispatcher.open(
      { ...topic, ...situation, control: start },
      {
        press: (key) => {
          const outcome = press(state, key);
          if (outcome && "answer" in outcome) return end(() => resolve(outcome.answer));
          if (outcome) dispatcher.show((state = outcome.state));
          else if (key.name === "escape" && situation.canGoBack) end(() => reject(new Back()));
          else if (key.name === "ask-again" && situation.canAskAgain)
            end(() => reject(new AskAgain()));
        },
        onStop: (stop) => end(() => reject(stop)),
      },
    );
  });
}
