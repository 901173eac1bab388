import type { Aside, LineAsker, RowsQuestion } from "./line-asker.ts";
import { readAside, sayAsides } from "./line-asker.ts";
import { readTypedLine, type LineInput } from "./typed-lines.ts";

/** Numbers and Enter, for a terminal that can do nothing else. */
export function createNumberedAsker(from: LineInput, output: NodeJS.WriteStream): LineAsker {
  const read = (title: string) => readTypedLine(from, output, title);

  /** Asks for numbers of rows until they can be taken. */
  async function readNumbers(
    question: RowsQuestion,
    { what, standard, check }: { what: string; standard: readonly number[]; check: Check },
  ): Promise<number[] | Aside> {
    output.write(`${question.title}\n${listRows(question)}`);
    for (;;) {
      const typed = await read(`${what}${sayAsides(question.asides)}:`);
      const aside = readAside(typed, question.asides);
      if (aside) return aside;
      const chosen = typed.split(/[\s,]+/).filter(Boolean);
      const indexes = chosen.length > 0 ? chosen.map((one) => Number(one) - 1) : [...standard];
      const complaint = refuseRows(question, indexes) ?? check(indexes.length);
      if (complaint === undefined) return indexes;
      output.write(`${complaint}\n`);
    }
  }

  return {
    choose: async (question) => {
      const { initial } = question;
      const chosen = await readNumbers(question, {
        what: `Number${initial === undefined ? "" : ` [${initial + 1}]`}`,
        standard: initial === undefined ? [] : [initial],
        check: (count) => (count === 1 ? undefined : "Choose one."),
      });
      return typeof chosen === "string" ? chosen : (chosen[0] ?? 0);
    },
    chooseMany: (question) => {
      const { minimum, ticked } = question;
      const standard = ticked.map((index) => index + 1).join(" ") || "none";
      return readNumbers(question, {
        what: `Numbers, with spaces between [${standard}]`,
        standard: ticked,
        check: (count) => (count >= minimum ? undefined : `Choose at least ${minimum}.`),
      });
    },
    line: async ({ title, asides, initial }) => {
      const typed = await read(`${title}${sayAsides(asides)}${initial ? ` [${initial}]` : ""}`);
      return readAside(typed, asides) ?? { text: typed.trim() || initial || "" };
    },
  };
}

/** Says what is wrong with a number of chosen rows. */
type Check = (count: number) => string | undefined;

function listRows({ rows }: RowsQuestion): string {
  const lines = rows.map(({ label, disabled }, index) => {
    const note = disabled === undefined ? "" : ` (not now: ${disabled})`;
    return `  ${index + 1}. ${label}${note}\n`;
  });
  return lines.join("");
}

function refuseRows({ rows }: RowsQuestion, indexes: readonly number[]): string | undefined {
  for (const index of indexes) {
    const row = rows[index];
    if (!row) return `Type a number from 1 to ${rows.length}.`;
    if (row.disabled !== undefined) return `${index + 1} cannot be chosen now: ${row.disabled}`;
  }
  return undefined;
}
