import type { Mark, Prompter, Question } from "../src/prompts/prompter.ts";
import type { TableRow } from "../src/terminal/table.ts";
import type { Topic } from "./ask-question.ts";
import { answeredRow, toRow } from "./transcript.ts";
import type { ScreenStore } from "./screen-store.ts";

/** The functions that change the parts of the screen around a question. */
export type ProgressLog = Pick<Prompter, "begin" | "outline" | "mark" | "answered" | "note">;

export function createProgressLog(store: ScreenStore): ProgressLog {
  return {
    begin: (header) => store.update({ header, marks: [], answers: [], log: [] }),
    outline: (outline) => {
      const { header } = store.read();
      if (header) store.update({ header: { ...header, outline } });
    },
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

/** Adds a mark, or replaces the mark with the same name in place. */
function putMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const index = marks.findIndex(({ name }) => name === mark.name);
  return index < 0 ? [...marks, mark] : marks.with(index, mark);
}

/** Appends a row and removes any earlier row with the same name. */
function putRow(log: readonly TableRow[], row: TableRow): TableRow[] {
  const isSame = ({ name, state }: TableRow) =>
    name === row.name && (state === "answer") === (row.state === "answer");
  return [...log.filter((one) => !isSame(one)), row];
}

/** Returns the visible parts of a question, except its control. */
export function topicOf({ title, body = [], facts, position, weight, why }: Question): Topic {
  return {
    title,
    body,
    ...(facts && { facts }),
    ...(position && { position }),
    ...(weight && { weight }),
    why,
  };
}
