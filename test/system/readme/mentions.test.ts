import { expect, test } from "vitest";
import { installProgram } from "../../commands/installed-program.ts";
import { listPages, readPage } from "../../readme/pages.ts";

const program = installProgram();

/** Returns mentions of gatehouse commands within a sentence: the words after its name. */
function findMentions(page: string): string[][] {
  const spans = [...page.matchAll(/`gatehouse ([a-z][^`]*)`/g)].map(([, words = ""]) => words);
  return spans.map((words) => words.split(/\s+/));
}

/** Returns the verbs at the beginning of a mention, for which help exists. */
function verbsOf([first, ...rest]: readonly string[]): string[] {
  // `help setup` requests the help of setup.
  const words = first === undefined || first === "help" ? rest : [first, ...rest];
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word));
  return words.slice(0, end === -1 ? words.length : end);
}

function optionsOf(words: readonly string[]): string[] {
  const end = words.indexOf("--");
  return words
    .slice(0, end === -1 ? words.length : end)
    .filter((word) => /^--[a-z]/.test(word) && word !== "--help");
}

/**
 * Returns a function that requests each verb's help once. For an unknown verb the program prints
 * its own help.
 */
function createAsk() {
  const known = new Map<string, Promise<string | undefined>>();
  const ask = async (verbs: readonly string[]) => {
    const { code, out } = await program.run([...verbs, "--help"]);
    const usage = new RegExp(`^Usage: .*\\b${verbs[0] ?? ""}\\b`);
    return code === 0 && usage.test(out) ? out : undefined;
  };
  return (verbs: readonly string[]) => {
    const key = verbs.join(" ");
    const asked = known.get(key) ?? ask(verbs);
    known.set(key, asked);
    return asked;
  };
}

test("each command that a page mentions exists, with its options", async () => {
  const pages = await Promise.all(listPages().map(readPage));
  const mentions = pages.flatMap(findMentions);
  expect(mentions.length).toBeGreaterThan(40);
  const helpOf = createAsk();
  const wrong: string[] = [];
  for (const words of mentions) {
    const help = await helpOf(verbsOf(words));
    const isThere = help !== undefined && optionsOf(words).every((each) => help.includes(each));
    if (!isThere) wrong.push(words.join(" "));
  }
  expect(wrong).toEqual([]);
});
