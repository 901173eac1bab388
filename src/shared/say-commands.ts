import { ownCommand } from "./own-command.ts";

/** The first words of what can be typed. What else follows our name in a sentence is a thing of ours, or what it does. */
export const verbs =
  `admit compile completion completions control dashboard demo doctor emulator engine
  explain exposed firewall fleet help new outputs pat precompute profile remove rotate scan schema scope secrets
  setup status token verify`.split(/\s+/);

/** Before a verb, an option or a usage: all else is our name. What stands between backticks is named there as files have it. */
const commandStart = new RegExp(
  `(?<![\\w/.@\`-])gatehouse(?= (?:(?:${verbs.join("|")})(?![\\w-])|--?\\w|\\[options\\]))`,
  "g",
);

/**
 * Spells the commands of gatehouse in what is printed as they are typed where this one was started.
 * @param own the words that start it; this very program's unless told
 */
export function sayCommands(text: string, own?: string): string {
  // A line with a sign is one of a file, as it stands there.
  if (!text.includes("gatehouse") || /^[+-] /.test(text)) return text;
  return sayAs(text, own ?? ownCommand());
}

function sayAs(text: string, own: string): string {
  // Spelled already, by who lays a text out in two steps.
  if (own === "gatehouse" || text.includes(own)) return text;
  return text.replaceAll(commandStart, () => own);
}

const example = /^( *\$ )(gatehouse .*)$/;
const widest = 80;

/** The same for a whole help; what is said of an example goes below it where there is no room beside it. */
export function sayHelp(text: string, own: string = ownCommand()): string {
  if (own === "gatehouse") return text;
  const lines = text.split("\n").map((line) => {
    const [, start = "", command] = example.exec(line) ?? [];
    if (command === undefined) return sayAs(line, own);
    const said = `${start}${sayAs(command, own)}`;
    if (said.length <= widest) return said;
    const [, words = said, about] = /^(.*?\S) {2,}(\S.*)$/.exec(said) ?? [];
    return about === undefined ? said : `${words}\n${" ".repeat(start.length + 2)}${about}`;
  });
  return lines.join("\n");
}
