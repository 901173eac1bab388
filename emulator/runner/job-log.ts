/** Takes secrets out of what is logged. */
export interface Mask {
  add(value: string): void;
  hide(text: string): string;
  /** Whether a whole secret stands in a text. Very short ones do not count: they are words too. */
  finds(text: string): boolean;
}

const shortestFound = 8;

/** Each line of a secret of several lines is hidden by itself, as a log is written line by line. */
export function createMask(values: Iterable<string>): Mask {
  const whole = new Set<string>();
  const hidden = new Set<string>();
  const add = (value: string) => {
    if (value.trim().length >= shortestFound) whole.add(value.trim());
    for (const line of [value, ...value.split(/\r?\n/)]) {
      if (line.trim() !== "") hidden.add(line.trim());
    }
  };
  for (const value of values) add(value);
  return {
    add,
    hide(text) {
      // The longest first: a short one may be a part of it.
      const longestFirst = [...hidden].toSorted((one, other) => other.length - one.length);
      return longestFirst.reduce((rest, value) => rest.replaceAll(value, "***"), text);
    },
    finds: (text) => [...whole].some((value) => text.includes(value)),
  };
}

/** The log of one job: a time and a line, nothing of a secret. */
export interface JobLog {
  write(text: string): void;
  /** A line that a step printed; `::add-mask::`, `::error::` and their like are understood. */
  writePrinted(line: string): void;
  text(): string;
  /** How long the text is by now, in characters. */
  length(): number;
}

export function createJobLog(mask: Mask, clock: () => Date): JobLog {
  const lines: string[] = [];
  let length = 0;
  const write = (text: string) => {
    for (const line of mask.hide(text).split("\n")) {
      const whole = `${clock().toISOString()} ${line}\n`;
      length += whole.length;
      lines.push(whole);
    }
  };
  return {
    write,
    writePrinted(line) {
      const [, command, words = ""] = /^::([a-z-]+)(?: [^:]*)?::(.*)$/.exec(line) ?? [];
      if (command === undefined) return write(line);
      if (command === "add-mask") mask.add(decodeCommand(words));
      if (command !== "add-mask") write(`##[${command}]${decodeCommand(words)}`);
    },
    text: () => lines.join(""),
    length: () => length,
  };
}

/** A command's words are percent-coded where they hold line ends. */
function decodeCommand(words: string): string {
  return words.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}
