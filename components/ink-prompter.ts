import { noDesk, type LinkDesk } from "../src/prompts/link-desk.ts";
import type { FlowHeader, Prompter } from "../src/prompts/prompter.ts";
import { readKeys } from "../src/prompts/read-keys.ts";
import type { Stops } from "../src/prompts/stops.ts";
import { chooseTheme } from "../src/terminal/look.ts";
import { paintRows, printingOn } from "../src/terminal/paint.ts";
import { createBoard } from "./board.ts";
import { callBack } from "./call-back.ts";
import type { View } from "./fit-rows.ts";
import { fitScreen } from "./fit-screen.ts";
import { createFloor } from "./floor.ts";
import { createLinkHands } from "./link-hands.ts";
import { loadInk } from "./load-ink.ts";
import { leftRows } from "./past.ts";
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
  /** The header of the first frame; a flow may begin with another one. */
  readonly header?: FlowHeader;
  /** What can be done with links; nothing unless told. */
  readonly desk?: LinkDesk;
}

/**
 * Puts questions on screens that Ink draws. The caller has made sure that screens can be drawn here. Keys that are
 * pressed while Ink loads are kept for the first question, and not echoed.
 */
export async function createInkPrompter(options: InkPrompterOptions): Promise<Prompter> {
  const { stdin, stdout, env, stops, product = "gatehouse", header, desk = noDesk } = options;
  const { columns, rows } = stdout;
  const store = createScreenStore({ product, header, columns, rows, now: new Date() });
  let endDrawing: () => void = () => undefined;
  const onClose = () => endDrawing();
  const terminal = openTerminal({ stdin, stdout, stops, onClose, onResize: store.update });
  const isSpoken = env["INK_SCREEN_READER"] === "true";
  const theme = chooseTheme(env);
  const shorten = (link: string) => desk.shorten(link);
  const fit = rememberLast((screen: Screen) => fitScreen(screen, theme, shorten));
  const { mountWizard } = await loadInk(env, () => import("./mount-wizard.tsx"));
  endDrawing = mountWizard(store, { stdin, stdout, fit, isSpoken });
  const write = (text: string) => void stdout.write(text);
  const links = createLinkHands(store, { desk, theme, write });
  const viewBody = (screen: Screen) => (isSpoken ? whole : fit(screen).body);
  const floor = createFloor(store, { viewBody, stops, links });
  const board = createBoard(store);
  const stopReading = readKeys(stdin, (key) => floor.press(key));
  return {
    ...createQuestions(floor, board.note),
    ...board,
    progress: (wait, task, situation) =>
      callBack({ store, write }, () => runWait({ floor, store }, wait, task, situation)),
    close: async () => {
      stopReading();
      if (!terminal.close() || stops.isHungUp()) return;
      const screen = store.read();
      const printing = printingOn(stdout, env);
      stdout.write(paintRows(leftRows(screen, printing.look), printing));
    },
  };
}

/** A key is pressed on the screen that was drawn last, which need not be laid out again for it. */
function rememberLast<Given extends object, Result>(
  work: (given: Given) => Result,
): (given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, result: work(given) };
    return last.result;
  };
}

/** What is spoken is said to its end at once. */
const whole: View = { rows: [], start: 0, page: 0, last: 0 };
