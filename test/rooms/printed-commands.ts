import { runningPlacesOf } from "./syntax.ts";
import type { Node, Source } from "./syntax.ts";

/** Files that write commands as plain `gatehouse`, with the reason why they are not typed on this machine. */
export const namedPlainly: Readonly<Record<string, string>> = {
  "src/cli/top-help.ts": "help uses the program's name, however it was started",
  "src/commands/doctor.ts": "help",
  "src/commands/firewall/run.ts": "a usage line, and help",
  "src/commands/manual/manual-page.ts": "a manual page",
  "src/commands/completion/bash.ts": "a file for a shell",
  "src/commands/completion/fish.ts": "a file for a shell",
  "src/commands/completion/zsh.ts": "a file for a shell",
  "src/firewall/config/config-schema.ts": "a title of a schema",
  "src/compiler/first-definition.ts": "a generated file",
  "src/doctor/machine-checks.ts": "the name of a keychain entry",
};

/**
 * Returns lines with a hard-coded gatehouse command, which would not work in a clone: `ownCommandLine` must
 * build it. Examples in help texts begin with `$`, and commands in backticks are only mentioned.
 * @param verbs the first words of gatehouse's commands
 */
export function findUnbuiltCommands(source: Source, verbs: readonly string[]): string[] {
  const verb = `(?:${verbs.join("|")})(?![\\w-])`;
  const command = new RegExp(`(?<![\\w/.@\`-]|\\$ )gatehouse(?= (?:${verb}|--?\\w))`);
  return runningPlacesOf(source)
    .flatMap(({ node }) => textIn(node).split("\n"))
    .filter((line) => command.test(line))
    .map((line) => `${source.path}: ${line.trim()}`);
}

/** Returns the text of a literal or of a part of a template. */
function textIn({ type, value }: Node): string {
  if (type === "Literal") return typeof value === "string" ? value : "";
  if (type !== "TemplateElement" || !isTemplateValue(value)) return "";
  return value.cooked;
}

function isTemplateValue(value: unknown): value is { readonly cooked: string } {
  return value instanceof Object && "cooked" in value && typeof value.cooked === "string";
}
