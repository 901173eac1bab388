import type { LinkDesk } from "../src/asking/link-desk.ts";
import type { FlowHeader, Prompter } from "../src/asking/prompter.ts";
import { readKeys } from "../src/asking/read-keys.ts";
import type { Stops } from "../src/asking/stops.ts";
import { chooseTheme } from "../src/layout/look.ts";
import { paintRows, printingOn } from "../src/layout/paint.ts";
import { createBoard } from "./board.ts";
import { callBack } from "./call-back.ts";
import { createFloor } from "./floor.ts";
import { createLinkHands } from "./link-hands.ts";
import { loadInk } from "./load-ink.ts";
import type { MountedWizard } from "./mount-wizard.tsx";
import { leftRows } from "./past.ts";
import { createQuestions } from "./questions.ts";
import { runWait } from "./run-wait.ts";
import { createScreenStore, type ScreenStore } from "./screen-store.ts";
import type { TerminalSession } from "./terminal-session.ts";

export interface ScreensOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly stops: Stops;
  readonly product: string;
  readonly header: FlowHeader | undefined;
  readonly desk: LinkDesk;
  readonly terminal: TerminalSession;
  /** Is given what the terminal calls when it is resized and left. */
  readonly attach: (
    screens: Pick<MountedWizard, "unmount"> & { resize: ScreenStore["update"] },
  ) => void;
}

/** Draws on a terminal that is open already. */
export async function startScreens(options: ScreensOptions): Promise<Prompter> {
  const { stdin, stdout, env, stops, product, header, terminal, attach, desk } = options;
  const { columns, rows } = stdout;
  const store = createScreenStore({ product, columns, rows, now: new Date() });
  if (header) store.update({ header });
  const { mountWizard } = await loadInk(env, () => import("./mount-wizard.tsx"));
  // Ink draws over what stood there while it loaded.
  stdout.write("\r");
  const isSpoken = env["INK_SCREEN_READER"] === "true";
  const theme = chooseTheme(env);
  const shorten = (link: string) => desk.shorten(link);
  const wizard = mountWizard(store, { stdin, stdout, theme, isSpoken, shorten });
  attach({ unmount: wizard.unmount, resize: store.update });
  const write = (text: string) => void stdout.write(text);
  const links = createLinkHands(store, { desk, theme, write });
  const floor = createFloor(store, { viewBody: wizard.viewBody, stops, links });
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
