import type { Option, Prompter } from "../../src/prompts/prompter.ts";
import type { Hint } from "../../src/shared/errors.ts";
import {
  ownCommandLine,
  plainCommandLine,
  readOwnCommandLine,
} from "../../src/shared/own-command.ts";
import type { Beginning } from "./describe-beginning.ts";

const setUp = (): Hint => ({ text: "set up a control plane", command: ownCommandLine("setup") });
const tryIt = (): Hint => ({
  text: "try the setup on the embedded forge",
  command: ownCommandLine("demo"),
});
const readHelp = (): Hint => ({ text: "list all commands", command: ownCommandLine("--help") });
const leave: Option = { value: "leave", label: "Exit" };

const title = "What do you want to do?";
const longestLabel = 24;
const mostWrong = 4;

/**
 * Offers the next steps.
 * @returns the arguments of the chosen command; undefined if the user exits
 */
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
      ? [...beginning.next, ...beginning.additional]
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
    ...(left > 0 ? [`- and ${left} more, which the full status lists`] : []),
    ...next.filter(isOfAnother).map(({ text, command, link }) => formatLine(text, command ?? link)),
  ];
}

/** Returns whether a hint is for another program or a web page. */
function isOfAnother({ command }: Hint): boolean {
  return command === undefined || !readOwnCommandLine(command);
}

function formatLine(text: string, what: string | undefined): string {
  return what === undefined ? text : `${text.replace(/[.:]$/, "")}: ${what}`;
}

/** Returns one option per gatehouse command, described by the first hint for that command. */
function toOptions(hints: readonly Hint[]): Option[] {
  const found = new Map<string, Option>();
  for (const { text, command } of hints) {
    const words = command === undefined ? undefined : readOwnCommandLine(command);
    if (command === undefined || !words || found.has(command)) continue;
    const hint = `${text.slice(0, 1).toLowerCase()}${text.slice(1).replace(/[.:]$/, "")}`;
    found.set(command, { value: command, label: labelOf(words), hint });
  }
  return [...found.values(), leave];
}

const placing = ["--repo", "--host", "--brand"];

/**
 * Returns a label such as `gatehouse rotate --pat`. It omits repository and host, which the screen
 * already shows.
 */
function labelOf(words: readonly string[]): string {
  const own = words.filter((word, index) => ![word, words[index - 1]].some(isPlacing));
  const option = own.findIndex((word) => word.startsWith("-"));
  const isShort = plainCommandLine(...own).length <= longestLabel;
  return ownCommandLine(...(isShort || option === -1 ? own : own.slice(0, option)));
}

function isPlacing(word: string | undefined): boolean {
  return word !== undefined && placing.includes(word);
}
