import { keys, type Wizard } from "../../pty/setup-hands.ts";
import { aboutEngine, aboutFirewall, answerLines } from "../../pty/setup-wizard.ts";

/** An operator, or an answers file, for a first setup, each in a terminal of its own. */
export interface Hand {
  readonly name: string;
  readonly args: readonly string[];
  /** Whether the answers are in a file. */
  readonly isScripted: boolean;
  /** Answers questions until the program exits, or asks no further question. */
  readonly answer: (wizard: Wizard) => Promise<void>;
}

const apps = ["Read App", "Write App"];

export const hands: readonly Hand[] = [
  {
    name: "screens",
    args: [],
    isScripted: false,
    answer: async (wizard) => {
      await wizard.choose("Define the scope now or later?", "Create both Apps first");
      for (const app of apps) {
        await wizard.read(`Review the ${app} before it is created`, "Continue");
        await wizard.answer(`Name of the ${app}:`, keys.enter);
        await wizard.answer(`How should the ${app} be created?`, keys.enter);
      }
      await wizard.answer(aboutFirewall, keys.enter);
      await wizard.answer(aboutEngine, keys.enter);
    },
  },
  {
    name: "plain lines",
    args: ["--plain"],
    isScripted: false,
    answer: answerLines,
  },
  { name: "an answers file", args: [], isScripted: true, answer: () => Promise.resolve() },
];
