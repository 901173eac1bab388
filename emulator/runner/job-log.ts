/** Collects the secrets of a run and redacts them in logs. */
export interface Mask {
  add(value: string): void;
  hide(text: string): string;
  /**
   * Returns whether a text contains a complete secret. Very short secrets are ignored, because they
   * may be common words.
   */
  finds(text: string): boolean;
}

const shortestFound = 8;

/**
 * Creates a mask. Each line of a multi-line secret is redacted separately, because logs are written
 * line by line.
 */
export function createMask(values: Iterable<string>): Mask {
  const multiline = new Set<string>();
  const hidden = new Set<string>();
  const add = (value: string) => {
    if (value.trim().length >= shortestFound) multiline.add(value.trim());
    for (const line of [value, ...value.split(/\r?\n/)]) {
      if (line.trim() !== "") hidden.add(line.trim());
    }
  };
  for (const value of values) add(value);
  return {
    add,
    hide(text) {
      // Sorted from longest to shortest, because a short secret may be part of a longer one.
      const longestFirst = [...hidden].toSorted((one, other) => other.length - one.length);
      return longestFirst.reduce((rest, value) => rest.replaceAll(value, "***"), text);
    },
    finds: (text) => [...multiline].some((value) => text.includes(value)),
  };
}

/** The log of one job: lines with timestamps, with secrets redacted. */
export interface JobLog {
  write(text: string): void;
  /**
   * Adds a line that a step printed, and interprets `::add-mask::`, `::error::` and similar
   * commands.
   */
  writePrinted(line: string): void;
  text(): string;
  /** Current length of the text in characters. */
  length(): number;
}

export function createJobLog(mask: Mask, clock: () => Date): JobLog {
  const lines: string[] = [];
  let length = 0;
  const write = (text: string) => {
    for (const line of mask.hide(text).split("\n")) {
      const multiline = `${clock().toISOString()} ${line}\n`;
      length += multiline.length;
      lines.push(multiline);
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

/** Decodes a command's text, in which line breaks are percent-encoded. */
function decodeCommand(words: string): string {
  return words.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
}
