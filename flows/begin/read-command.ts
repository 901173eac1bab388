/** What stays one word in a line, without quotes around it. */
const plainWord = /^[\w@%+=:,./-]+$/;

/** The words behind the program's name of a line that is ours, and that no shell would read otherwise; else undefined. */
export function readCommand(line: string): readonly string[] | undefined {
  const [program, ...words] = line.split(" ");
  const isOurs = program === "gatehouse" && words.length > 0;
  return isOurs && words.every((word) => plainWord.test(word)) ? words : undefined;
}
