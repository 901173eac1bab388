import { printableLine } from "../../shared/print-text.ts";
import { validateEntries, validateEntry } from "../validate-entries.ts";
import type { ListQuestion } from "../prompter.ts";

/** Result of a typed line: the finished list, or a message about the line. */
type Parsed = { readonly answer: string[] } | { readonly complaint: string };

export interface ListReader {
  /** The current list: `  1. https://api.example.com/a`. */
  readonly rows: () => readonly string[];
  /** Description of the accepted input. */
  readonly what: string;
  readonly parse: (typed: string) => Parsed;
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
  const report = (...lines: readonly string[]): Parsed => ({ complaint: lines.join("\n") });
  const add = (text: string): Parsed => {
    const complaint = validateEntry(question, text, entries);
    if (complaint !== undefined) return report(`wrong: ${text} ${complaint}`);
    entries = [...entries, text];
    return report(`added: ${entries.length}. ${text}`);
  };
  const remove = (index: number): Parsed => {
    const gone = entries[index];
    if (gone === undefined) return report(`${beginLarge(entry)} ${index + 1} not found.`);
    entries = entries.toSpliced(index, 1);
    return report(`deleted: ${gone}`, ...rows());
  };
  const finish = (): Parsed => {
    const wrong = validateEntries(question, entries);
    if (!wrong) return { answer: entries };
    const { index, complaint } = wrong;
    return report(
      index === undefined ? complaint : `wrong: ${index + 1}. ${entries[index]} ${complaint}`,
    );
  };
  const explain = (text: string): Parsed => {
    const explained = trial?.explain(text, entries);
    if (!explained) return report("");
    ({ offer } = explained);
    const complaint = `${explained.word}: ${explained.reason}`;
    return offer === undefined ? report(complaint) : report(complaint, `+ adds ${offer}`);
  };
  const trying = trial ? `, "try TEXT"` : "";
  return {
    rows,
    what: `${beginLarge(entry)}, -1 deletes the first${trying}, Enter finishes`,
    parse: (typed) => {
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
