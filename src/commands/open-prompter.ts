import { canDrawScreens } from "../prompts/can-draw-screens.ts";
import { handleSignals } from "../prompts/signal-handlers.ts";
import type { OpenedShortLinks } from "../prompts/open-short-links.ts";
import { createPrint } from "../prompts/print-plain.ts";
import type { Print } from "../prompts/plain-lines.ts";
import type { FlowHeader, Prompter } from "../prompts/prompter.ts";
import type { Stops } from "../prompts/stops.ts";
import { InvalidInput } from "../shared/errors.ts";
import { readJsonFile } from "../shared/json-file.ts";
import { ourEnvironment } from "../shared/child-environment.ts";

export interface AskingOptions {
  readonly plain?: boolean | undefined;
  readonly answers?: string | undefined;
  readonly json?: boolean | undefined;
  /** Whether a browser may be opened. */
  readonly open: boolean;
}

/** What runs the questions, where the wish to stop arrives, and what of an answers file nobody asked for. */
export interface OpenedPrompter {
  readonly prompter: Prompter;
  readonly stops: Stops;
  readonly unusedAnswers: () => readonly string[];
  /** Where screens show links by short addresses. */
  readonly shortLinks?: OpenedShortLinks;
}

/**
 * Chooses how to ask: answers from a file, screens, or plain lines. Until it is closed, what stops the run is the
 * prompter's to tell.
 * @param header is shown before a flow begins
 * @throws InvalidInput when there is nobody to ask, naming the option that would do
 */
export async function openPrompter(
  options: AskingOptions,
  header?: FlowHeader,
): Promise<OpenedPrompter> {
  const { stops, end } = handleSignals();
  try {
    return listenWhileOpen(await open(options, header, stops), { stops, end });
  } catch (error) {
    end();
    throw error;
  }
}

type Unheard = Omit<OpenedPrompter, "stops">;

/** What stops the run is heard until the prompter closes. */
export function listenWhileOpen<Opened extends Unheard>(
  { prompter, ...opened }: Opened,
  { stops, end }: { stops: Stops; end: () => void },
) {
  const close = async () => {
    await prompter.close();
    opened.shortLinks?.close();
    end();
  };
  return { ...opened, stops, prompter: { ...prompter, close } };
}

async function open(
  { plain, answers, json, open: mayOpen }: AskingOptions,
  header: FlowHeader | undefined,
  stops: Stops,
): Promise<Unheard> {
  const { stdin, stderr } = process;
  const env = ourEnvironment();
  // With --json standard output is for the document alone.
  const stdout = json ? stderr : process.stdout;
  const print = createPrint(stdout, env);
  if (answers !== undefined) return openScripted(answers, { print, stops });
  const screens = canDrawScreens({ stdin, stdout: stdout as NodeJS.WriteStream, env });
  if (screens.ok && !plain) {
    const [{ createInkPrompter }, shortLinks] = await Promise.all([
      import("../../components/ink-prompter.ts"),
      import("../prompts/open-short-links.ts").then(({ openShortLinks }) =>
        openShortLinks({ env, mayOpen }),
      ),
    ]);
    const terminal = { stdin, stdout: stdout as NodeJS.WriteStream, env, stops, shortLinks };
    const options = header ? { ...terminal, header } : terminal;
    return { prompter: await createInkPrompter(options), unusedAnswers: () => [], shortLinks };
  }
  if (!stdin.isTTY || !stdout.isTTY) {
    throw new InvalidInput("There is no terminal to ask in.", [
      { say: "Run the same command in a terminal, or add --answers FILE to it" },
    ]);
  }
  const { createLinePrompter } = await import("../prompts/line-prompter.ts");
  const options = { input: stdin, output: stdout as NodeJS.WriteStream, env, stops };
  return { prompter: createLinePrompter(options), unusedAnswers: () => [] };
}

async function openScripted(
  path: string,
  { print, stops }: { print: Print; stops: Stops },
): Promise<Unheard> {
  const { createScriptedPrompter } = await import("../prompts/scripted-prompter.ts");
  const { parseScriptedAnswers } = await import("../prompts/scripted-answers.ts");
  const found = await readJsonFile(path);
  if (found === undefined) throw new InvalidInput(`There is no answers file ${path}.`);
  const answers = parseScriptedAnswers(found, path);
  const prompter = createScriptedPrompter({ answers, print, stops });
  return { prompter, unusedAnswers: () => prompter.unused() };
}
