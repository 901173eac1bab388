import { noShortLinks, type ShortLinks } from "../src/prompts/short-links.ts";
import type { FlowHeader, Prompter } from "../src/prompts/prompter.ts";
import { readKeys } from "../src/prompts/read-keys.ts";
import type { Stops } from "../src/prompts/stops.ts";
import { chooseTheme } from "../src/terminal/render-options.ts";
import { paintRows, printingOn } from "../src/terminal/paint.ts";
import { createProgressLog } from "./progress-log.ts";
import { callBack } from "./notify-when-done.ts";
import type { View } from "./fit-rows.ts";
import { fitScreen } from "./fit-screen.ts";
import { createKeyDispatcher } from "./key-dispatcher.ts";
import { createLinkHands } from "./link-actions.ts";
import { loadInk } from "./load-ink.ts";
import { leftRows } from "./transcript.ts";
import { createQuestions } from "./questions.ts";
import { runWait } from "./run-wait.ts";
import { createScreenStore, type Screen } from "./screen-store.ts";
import { openTerminal } from "./terminal-session.ts";

export interface InkPrompterOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly stops: Stops;
  readonly product?: string;
  /** Header of the first frame, which the flow may replace when it begins. */
  readonly header?: FlowHeader;
  /** Actions for links. Without them, links are only displayed. */
  readonly shortLinks?: ShortLinks;
}

/**
 * Creates a prompter that asks questions on screens drawn by Ink. The caller must check that the
 * terminal can show screens. Keys that are pressed while Ink loads are kept for the first question
 * and not echoed.
 */
export async function createInkPrompter(options: InkPrompterOptions): Promise<Prompter> {
  const {
    stdin,
    stdout,
    env,
    stops,
    product = "gatehouse",
    header,
    shortLinks = noShortLinks,
  } = options;
  const { columns, rows } = stdout;
  const store = createScreenStore({ product, header, columns, rows, now: new Date() });
  let endDrawing: () => void = () => undefined;
  const onClose = () => endDrawing();
  const terminal = openTerminal({ stdin, stdout, stops, onClose, onResize: store.update });
  const isSpoken = env["INK_SCREEN_READER"] === "true";
  const theme = chooseTheme(env);
  const shorten = (link: string) => shortLinks.shorten(link);
  const fit = cacheLast((screen: Screen) => fitScreen(screen, theme, shorten));
  const { mountWizard } = await loadInk(env, () => import("./mount-wizard.tsx"));
  endDrawing = mountWizard(store, { stdin, stdout, fit, isSpoken });
  const write = (text: string) => void stdout.write(text);
  const links = createLinkHands(store, { shortLinks, theme, write });
  const viewBody = (screen: Screen) => (isSpoken ? complete : fit(screen).body);
  const dispatcher = createKeyDispatcher(store, { viewBody, stops, links });
  const progressLog = createProgressLog(store);
  const stopReading = readKeys(stdin, (key) => dispatcher.press(key));
  return {
    ...createQuestions(dispatcher, progressLog.note),
    ...progressLog,
    progress: (wait, task, situation) =>
      callBack({ store, write }, () => runWait({ dispatcher, store }, wait, task, situation)),
    close: async () => {
      stopReading();
      if (!terminal.close() || stops.isHungUp()) return;
      const screen = store.read();
      const printing = printingOn(stdout, env);
      stdout.write(paintRows(leftRows(screen, printing.style), printing));
    },
  };
}

/** Caches the last result, so that the current screen is not laid out again for each key press. */
function cacheLast<Given extends object, Result>(
  work: (given: Given) => Result,
): (given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, result: work(given) };
    return last.result;
  };
}

/** For screen readers, the complete body is shown at once and never scrolls. */
const complete: View = { rows: [], start: 0, page: 0, last: 0 };
