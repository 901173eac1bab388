/**
 * Finds the gatehouse commands in an output: rows that contain only a command, below their
 * introduction, and texts of a JSON document. A backslash joins several rows, as in a shell.
 */
export function findPrinted(output: string): string[] {
  const rows = output.replaceAll(/ \\\r?\n */g, " ").split(/\r?\n/);
  const introduced = rows.filter(
    (row, index) => row.startsWith("   ") || rows[index - 1]?.endsWith(":") === true,
  );
  return (
    [...introduced, ...textsOf(output)]
      .map((text) => text.trim().replace(/^\S*node \S*\/cli\.js (?=\S)/, "gatehouse "))
      // An unpaired quote is part of a script in a pipeline, which a wizard shows in several rows.
      .filter((text) => /^gatehouse \S/.test(text) && text.split("'").length % 2 === 1)
  );
}

/** Returns the texts of a JSON document; none if the output is something else. */
function textsOf(output: string): string[] {
  if (!/^\s*[[{]/.test(output)) return [];
  const texts: string[] = [];
  try {
    JSON.parse(output, (key, value: unknown) => {
      // The names of the proof workflow and of its runs are not commands.
      if (typeof value === "string" && !/^gatehouse (proof|session CA)/.test(value))
        texts.push(value);
      return value;
    });
  } catch {
    // Not a JSON document, for example a definition.
  }
  return texts;
}

/** Splits a command at its spaces, outside of quotes, up to a pipe or a redirection. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g)) {
    if (/^(?:\||&&|\d?[<>])/.test(word)) break;
    words.push(word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, "$1$2$3"));
  }
  return words;
}
