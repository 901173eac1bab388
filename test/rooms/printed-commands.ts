import { runningPlacesOf } from "./syntax.ts";
import type { Node, Source } from "./syntax.ts";

/** Files that write commands with the name alone, and why nobody types them where they are printed. */
export const namedPlainly: Readonly<Record<string, string>> = {
  "src/cli/top-help.ts": "help names the program, however it was started",
  "src/commands/doctor.ts": "help",
  "src/commands/firewall/run.ts": "a usage line, and help",
  "src/commands/manual/manual-page.ts": "a manual page",
  "src/commands/completion/bash.ts": "a file for a shell",
  "src/commands/completion/fish.ts": "a file for a shell",
  "src/commands/completion/zsh.ts": "a file for a shell",
  "src/firewall/config/config-schema.ts": "a title that says whose rules they are",
  "src/compiler/first-definition.ts": "a definition's first file",
  "src/doctor/machine-checks.ts": "the name of an entry that is looked up in the keychain",
};

/**
 * Returns the lines of a file's texts that name a command of ours, which nobody could type in a clone:
 * `ownCommandLine` builds it. An example of a help begins with `$`; a command between backticks is named, not typed.
 * @param verbs the first words of our commands
 */
export function findUnbuiltCommands(source: Source, verbs: readonly string[]): string[] {
  const verb = `(?:${verbs.join("|")})(?![\\w-])`;
  const command = new RegExp(`(?<![\\w/.@\`-]|\\$ )gatehouse(?= (?:${verb}|--?\\w))`);
  return runningPlacesOf(source)
    .flatMap(({ node }) => textIn(node).split("\n"))
    .filter((line) => command.test(line))
    .map((line) => `${source.path}: ${line.trim()}`);
}

/** The text of a literal, or of a part of a template. */
function textIn({ type, value }: Node): string {
  if (type === "Literal") return typeof value === "string" ? value : "";
  if (type !== "TemplateElement" || !isTemplateValue(value)) return "";
  return value.cooked;
}

function isTemplateValue(value: unknown): value is { readonly cooked: string } {
  return value instanceof Object && "cooked" in value && typeof value.cooked === "string";
}
