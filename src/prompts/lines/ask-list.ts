import { printableLine } from "../../shared/print-text.ts";
import { validateEntries, validateEntry } from "../validate-entries.ts";
import type { ListQuestion } from "../prompter.ts";

/** Result of a typed line: the finished list, or a message about the line. */
type Taken = { readonly answer: string[] } | { readonly complaint: string };

export interface ListReader {
  /** The current list: `  1. https://api.example.com/a`. */
  readonly rows: () => readonly string[];
  /** Description of the accepted input. */
  readonly what: string;
  readonly take: (typed: string) => Taken;
}

/**
 * Reads a list line by line: an empty line finishes it, `-2` deletes the second entry, `try TEXT`
 * tests a text.
 */
export function createListReader(question: ListQuestion): ListReader {
  const { entry, initial = [], trial } = question;
  let entries = [...initial];
  let offer: string | undefined;
  const rows = () => entries.map((text, index) => `  ${index + 1}. ${printableLine(text)}`);
  const say = (...lines: readonly string[]): Taken => ({ complaint: lines.join("\n") });
  const add = (text: string): Taken => {
    const complaint = validateEntry(question, text, entries);
    if (complaint !== undefined) return say(`wrong: ${text} ${complaint}`);
    entries = [...entries, text];
    return say(`added: ${entries.length}. ${text}`);
  };
  const remove = (index: number): Taken => {
    const gone = entries[index];
    if (gone === undefined) return say(`${beginLarge(entry)} ${index + 1} not found.`);
    entries = entries.toSpliced(index, 1);
    return say(`deleted: ${gone}`, ...rows());
  };
  const finish = (): Taken => {
    const wrong = validateEntries(question, entries);
    if (!wrong) return { answer: entries };
    const { index, complaint } = wrong;
    return say(
      index === undefined ? complaint : `wrong: ${index + 1}. ${entries[index]} ${complaint}`,
    );
  };
  const explain = (text: string): Taken => {
    const explained = trial?.explain(text, entries);
    if (!explained) return say("");
    ({ offer } = explained);
    const told = `${explained.word}: ${explained.because}`;
    return offer === undefined ? say(told) : say(told, `+ adds ${offer}`);
  };
  const trying = trial ? `, "try TEXT"` : "";
  return {
    rows,
    what: `${beginLarge(entry)}, -1 deletes the first${trying}, Enter finishes`,
    take: (typed) => {
      const text = typed.trim();
      const [, number] = /^-(\d+)$/.exec(text) ?? [];
      const [, tried] = (trial && /^try\s+(.+)$/i.exec(text)) ?? [];
      if (text === "") return finish();
      if (number !== undefined) return remove(Number(number) - 1);
      if (tried !== undefined) return explain(tried);
      return text === "+" && offer !== undefined ? add(offer) : add(text);
    },
  };
}

function beginLarge(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
