import type { Aside, LineAsker, RowsQuestion } from "./line-asker.ts";
import { readAside, sayAsides } from "./line-asker.ts";
import { readTypedLine } from "./typed-lines.ts";

/** Numbers and Enter, for a terminal that can do nothing else. */
export function createNumberedAsker(
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): LineAsker {
  const read = (title: string) => readTypedLine(input, output, title);

  /** Asks for numbers of rows until they can be taken. */
  async function readNumbers(
    question: RowsQuestion,
    { what, standard }: { what: string; standard: readonly number[] | undefined },
  ): Promise<number[] | Aside> {
    output.write(`${question.title}\n${listRows(question)}`);
    for (;;) {
      const typed = await read(`${what}${sayAsides(question.asides)}:`);
      const aside = readAside(typed, question.asides);
      if (aside) return aside;
      if (typed.trim() === "" && standard) return [...standard];
      const chosen = typed.split(/[\s,]+/).filter(Boolean);
      const indexes = chosen.map((one) => Number(one) - 1);
      const wrong = indexes.findIndex((index) => !canChoose(question, index));
      if (indexes.length > 0 && wrong < 0) return indexes;
      output.write(refuse(question, chosen[wrong], indexes[wrong]));
    }
  }

  return {
    choose: async (question) => {
      const { initial } = question;
      const what = `Number${initial === undefined ? "" : ` [${initial + 1}]`}`;
      const standard = initial === undefined ? undefined : [initial];
      for (;;) {
        const chosen = await readNumbers(question, { what, standard });
        if (typeof chosen === "string") return chosen;
        const [only, ...more] = chosen;
        if (only !== undefined && more.length === 0) return only;
        output.write("Choose one.\n");
      }
    },
    chooseMany: (question) => {
      const ticked = question.ticked.map((index) => index + 1).join(" ");
      const what = `Numbers, with spaces between [${ticked || "none"}]`;
      return readNumbers(question, { what, standard: question.ticked });
    },
    line: async ({ title, asides, initial }) => {
      const typed = await read(`${title}${sayAsides(asides)}${initial ? ` [${initial}]` : ""}`);
      return readAside(typed, asides) ?? { text: typed.trim() || initial || "" };
    },
  };
}

function listRows({ rows }: RowsQuestion): string {
  const lines = rows.map(({ label, disabled }, index) => {
    const note = disabled === undefined ? "" : ` (not now: ${disabled})`;
    return `  ${index + 1}. ${label}${note}\n`;
  });
  return lines.join("");
}

function canChoose({ rows }: RowsQuestion, index: number): boolean {
  const row = rows[index];
  return row !== undefined && row.disabled === undefined;
}

function refuse({ rows }: RowsQuestion, typed = "", index = -1): string {
  const disabled = rows[index]?.disabled;
  if (disabled !== undefined) return `${typed} cannot be chosen now: ${disabled}\n`;
  return `Type a number from 1 to ${rows.length}.\n`;
}
