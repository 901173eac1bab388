import { canDrawScreens } from "../asking/can-draw-screens.ts";
import type { FlowHeader, Prompter } from "../asking/prompter.ts";
import { InvalidInput } from "../shared/errors.ts";
import { readJsonFile } from "../shared/json-file.ts";
import { printText } from "../shared/print-text.ts";

export interface AskingOptions {
  readonly plain?: boolean | undefined;
  readonly answers?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What ran the questions, and what of an answers file nobody asked for. */
export interface OpenedPrompter {
  readonly prompter: Prompter;
  readonly unusedAnswers: () => readonly string[];
}

/**
 * Chooses how to ask: answers from a file, screens, or plain lines.
 * @param header what screens show until a flow begins
 * @throws InvalidInput when there is nobody to ask, naming the option that would do
 */
export async function openPrompter(
  { plain, answers, json }: AskingOptions,
  example: string,
  header?: FlowHeader,
): Promise<OpenedPrompter> {
  const { stdin, stderr, env } = process;
  // With --json standard output is for the document alone.
  const stdout = json ? stderr : process.stdout;
  if (answers !== undefined) return openScripted(answers, (line) => printText(`${line}\n`, stdout));
  const screens = canDrawScreens({ stdin, stdout: stdout as NodeJS.WriteStream, env });
  if (screens.ok && !plain) {
    const { createInkPrompter } = await import("../../components/ink-prompter.ts");
    const terminal = { stdin, stdout: stdout as NodeJS.WriteStream, env };
    const options = header ? { ...terminal, header } : terminal;
    return { prompter: await createInkPrompter(options), unusedAnswers: () => [] };
  }
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new InvalidInput("There is no terminal to ask in.", [
      { say: "Run it in a terminal, or answer from a file", command: `${example} --answers FILE` },
    ]);
  }
  const { createLinePrompter } = await import("../asking/line-prompter.ts");
  const options = { input: stdin, output: stdout as NodeJS.WriteStream, env };
  return { prompter: createLinePrompter(options), unusedAnswers: () => [] };
}

async function openScripted(path: string, print: (line: string) => void): Promise<OpenedPrompter> {
  const { createScriptedPrompter } = await import("../asking/scripted-prompter.ts");
  const { parseScriptedAnswers } = await import("../asking/scripted-answers.ts");
  const found = await readJsonFile(path);
  if (found === undefined) throw new InvalidInput(`There is no answers file ${path}.`);
  const prompter = createScriptedPrompter({ answers: parseScriptedAnswers(found, path), print });
  return { prompter, unusedAnswers: () => prompter.unused() };
}
