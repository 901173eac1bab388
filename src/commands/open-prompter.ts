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

/**
 * A prompter, the source of stop requests, and the answers that were not used from an answers file.
 */
export interface OpenedPrompter {
  readonly prompter: Prompter;
  readonly stops: Stops;
  readonly unusedAnswers: () => readonly string[];
  /** Short URLs for links on screens; undefined if screens show full URLs. */
  readonly shortLinks?: OpenedShortLinks;
}

/**
 * Chooses the prompter: answers from a file, screens, or plain lines. The prompter handles stop
 * requests until it is closed.
 * @param header shown before a flow begins
 * @throws InvalidInput if no terminal is available; the hint names the option to use
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

/** Handles stop requests until the prompter closes. */
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
  // With --json, standard output is reserved for the document.
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
    throw new InvalidInput("Cannot ask questions: no terminal.", [
      { text: "Run the command in a terminal, or add --answers FILE" },
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
  if (found === undefined) throw new InvalidInput(`Answers file not found: ${path}.`);
  const answers = parseScriptedAnswers(found, path);
  const prompter = createScriptedPrompter({ answers, print, stops });
  return { prompter, unusedAnswers: () => prompter.unused() };
}
