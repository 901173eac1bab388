import type { Option, Prompter } from "../../src/prompts/prompter.ts";
import type { Hint } from "../../src/shared/errors.ts";
import {
  ownCommandLine,
  plainCommandLine,
  readOwnCommandLine,
} from "../../src/shared/own-command.ts";
import type { Beginning } from "./describe-beginning.ts";

const setUp = (): Hint => ({ say: "set up a control plane", command: ownCommandLine("setup") });
const tryIt = (): Hint => ({
  say: "see the setup on the embedded forge",
  command: ownCommandLine("demo"),
});
const readHelp = (): Hint => ({ say: "all commands", command: ownCommandLine("--help") });
const leave: Option = { value: "leave", label: "Leave" };

const title = "What do you want to do?";
const longestLabel = 24;
const mostWrong = 4;

/** Offers what comes next. @returns the words of the command that was chosen, or undefined for whoever leaves */
export async function chooseNext(
  prompter: Prompter,
  beginning: Beginning,
): Promise<readonly string[] | undefined> {
  const situation = { canGoBack: false };
  if (beginning.state === "unseen") {
    const { message, hints } = beginning;
    const options = toOptions([tryIt(), readHelp()]);
    const failure = { id: "next", title, error: { message, hints }, options };
    return readOwnCommandLine(await prompter.failure(failure, situation));
  }
  const offered =
    beginning.state === "seen"
      ? [...beginning.next, ...beginning.besides]
      : [...beginning.next, setUp(), tryIt()];
  const options = toOptions([...offered, readHelp()]);
  const question = { id: "next", title, body: bodyOf(beginning), options };
  return readOwnCommandLine(await prompter.choose(question, situation));
}

function bodyOf(beginning: Exclude<Beginning, { readonly state: "unseen" }>): string[] {
  if (beginning.state === "nowhere") return [...beginning.words];
  const { repo, words, wrong, next } = beginning;
  const left = wrong.length - mostWrong;
  return [
    `${repo}: ${words}`,
    ...wrong.slice(0, mostWrong).map((line) => `- ${line}`),
    ...(left > 0 ? [`- and ${left} more, which ${ownCommandLine("status")} tells`] : []),
    ...next.filter(isOfAnother).map(({ say, command, link }) => formatLine(say, command ?? link)),
  ];
}

/** What a person does elsewhere: by another program, or on a page of the forge. */
function isOfAnother({ command }: Hint): boolean {
  return command === undefined || !readOwnCommandLine(command);
}

function formatLine(say: string, what: string | undefined): string {
  return what === undefined ? say : `${say.replace(/[.:]$/, "")}: ${what}`;
}

/** One for each command of ours, the first time that it is named. */
function toOptions(hints: readonly Hint[]): Option[] {
  const found = new Map<string, Option>();
  for (const { say, command } of hints) {
    const words = command === undefined ? undefined : readOwnCommandLine(command);
    if (command === undefined || !words || found.has(command)) continue;
    const hint = `${say.slice(0, 1).toLowerCase()}${say.slice(1).replace(/[.:]$/, "")}`;
    found.set(command, { value: command, label: labelOf(words), hint });
  }
  return [...found.values(), leave];
}

const placing = ["--repo", "--host", "--brand"];

/** `gatehouse rotate --pat`: the place is the one that the screen is about. */
function labelOf(words: readonly string[]): string {
  const own = words.filter((word, index) => ![word, words[index - 1]].some(isPlacing));
  const option = own.findIndex((word) => word.startsWith("-"));
  const isShort = plainCommandLine(...own).length <= longestLabel;
  return ownCommandLine(...(isShort || option === -1 ? own : own.slice(0, option)));
}

function isPlacing(word: string | undefined): boolean {
  return word !== undefined && placing.includes(word);
}
