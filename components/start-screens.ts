import type { LinkDesk } from "../src/asking/link-desk.ts";
import type { FlowHeader, Mark, Note, Option, Prompter, Question } from "../src/asking/prompter.ts";
import { noteLines } from "../src/asking/plain-lines.ts";
import { readKeys } from "../src/asking/read-keys.ts";
import type { Stops } from "../src/asking/stops.ts";
import { askQuestion, type Topic } from "./ask-question.ts";
import { createFloor, type Floor } from "./floor.ts";
import { pressDisclosure, startDisclosure } from "./keys/disclosure.ts";
import { pressMultiSelect, startMultiSelect } from "./keys/multi-select.ts";
import { pressSecret, startSecret } from "./keys/secret.ts";
import { pressSelect, startConfirm, startSelect } from "./keys/select.ts";
import { pressText, startText } from "./keys/text.ts";
import { loadInk } from "./load-ink.ts";
import type { MountedWizard } from "./mount-wizard.tsx";
import { runWait } from "./run-wait.ts";
import { Cancelled } from "../src/shared/errors.ts";
import { createScreenStore, type ScreenStore } from "./screen-store.ts";
import type { TableRow } from "../src/layout/table.ts";
import type { TerminalSession } from "./terminal-session.ts";
import { answeredRow, toRow, transcriptRows } from "./past.ts";
import { callBack } from "./call-back.ts";
import { createLinkHands } from "./link-hands.ts";
import { chooseTheme, lookAt } from "../src/layout/look.ts";
import { paintRows } from "../src/layout/paint.ts";

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
  const { mountWizard } = await loadInk(env);
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
      const rows = transcriptRows(screen, lookAt(theme, screen.columns));
      stdout.write(paintRows(rows, { hasColour: !env["NO_COLOR"] }));
      stdout.write(sayUnread(screen.notes));
    },
  };
}

type Questions = Omit<Prompter, "progress" | "close" | keyof Board>;
type Board = Pick<Prompter, "begin" | "mark" | "answered" | "note">;

function createQuestions(floor: Floor, note: Board["note"]): Questions {
  return {
    choose: async (question, situation) => {
      const start = startSelect(question.options, question.initial);
      const turn = { start, press: pressSelect, situation };
      return pick(question.options, await askQuestion(floor, topicOf(question), turn));
    },
    chooseMany: async (question, situation) => {
      const turn = {
        start: startMultiSelect(question.options, question),
        press: pressMultiSelect,
        situation,
      };
      const indexes = await askQuestion(floor, topicOf(question), turn);
      return indexes.map((index) => pick(question.options, index));
    },
    confirm: async (question, situation) => {
      const turn = { start: startConfirm(question), press: pressSelect, situation };
      return (await askQuestion(floor, topicOf(question), turn)) === 0;
    },
    text: async (question, situation) => {
      let start = startText(question);
      for (;;) {
        const turn = { start, press: pressText, situation };
        const text = await askQuestion(floor, topicOf(question), turn);
        const complaint = await question.look?.(text);
        if (complaint === undefined) return text;
        start = { ...startText({ ...question, initial: text }), complaint };
      }
    },
    secret: async (question, situation) => {
      const turn = { start: startSecret(question), press: pressSecret, situation };
      const secret = await askQuestion(floor, topicOf(question), turn);
      await floor.drain();
      return secret;
    },
    disclose: async (disclosure, situation) => {
      const start = startDisclosure(disclosure.proceed);
      const turn = { start, press: pressDisclosure, situation };
      await askQuestion(floor, topicOf(disclosure), turn);
    },
    failure: async (failure, situation) => {
      const start = startSelect(failure.options, failure.initial);
      const topic = { ...topicOf(failure), error: failure.error };
      const turn = { start, press: pressSelect, situation };
      try {
        return pick(failure.options, await askQuestion(floor, topic, turn));
      } catch (error) {
        // Who stops here is told all the same, on what follows or below the screen.
        if (error instanceof Cancelled)
          await note({ id: failure.id, title: failure.error.message });
        throw error;
      }
    },
  };
}

function createBoard(store: ScreenStore): Board {
  return {
    begin: (header) => store.update({ header, marks: [], answers: [], log: [] }),
    mark: (mark) => {
      const { marks, log } = store.read();
      const isOver = mark.state !== "active";
      store.update({
        marks: putMark(marks, mark),
        ...(isOver && { answers: [], log: putRow(log, toRow(mark)) }),
      });
    },
    answered: (answer) => {
      const { answers, log } = store.read();
      store.update({ answers: [...answers, answer], log: putRow(log, answeredRow(answer)) });
    },
    note: async (note) => store.update({ notes: [...store.read().notes, note] }),
  };
}

/** A mark that is known changes where it stands. */
function putMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const index = marks.findIndex(({ name }) => name === mark.name);
  return index < 0 ? [...marks, mark] : marks.with(index, mark);
}

/** One that is known by its name is told once, where it was told last. */
function putRow(log: readonly TableRow[], row: TableRow): TableRow[] {
  const isSame = ({ name, state }: TableRow) =>
    name === row.name && (state === "answer") === (row.state === "answer");
  return [...log.filter((one) => !isSame(one)), row];
}

function topicOf({ title, body = [], facts, place, weight, why }: Question): Topic {
  return {
    title,
    body,
    ...(facts && { facts }),
    ...(place && { place }),
    ...(weight && { weight }),
    why,
  };
}

function pick<V extends string>(options: readonly Option<V>[], index: number): V {
  const option = options[index];
  if (!option) throw new Error(`A choice has no option ${index}`);
  return option.value;
}

/** Notes that no question followed would be lost with the screen. */
function sayUnread(notes: readonly Note[]): string {
  return notes.map((note) => `${noteLines(note).join("\n")}\n`).join("");
}
