import { listCommands } from "../../cli/described-command.ts";
import type { DescribedCommand, DescribedOption, Takes } from "../../cli/described-command.ts";
import { awaitingLines, commandLines, wordsOf } from "./command-lines.ts";
import { completedOptions } from "./completed-options.ts";

/** A script for fish 3 and newer. */
export function completeInFish(program: DescribedCommand): string {
  const commands = listCommands(program);
  return `# Completes gatehouse in fish. Made by: gatehouse completion fish

# The words of the command that the line has come to, and how many words stand behind it.
function __gatehouse_path
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l path gatehouse
    set -l count 0
    set -l awaited
    for token in $tokens
        if test -n "$awaited"
            set awaited
            continue
        end
        switch "$path $token"
            case ${commandLines(commands).map(quote).join(" ")}
                set path "$path $token"
                set count 0
            case ${awaitingLines(commands).map(quote).join(" ")}
                set awaited 1
            case '* -*'
            case '*'
                set count (math $count + 1)
        end
    end
    echo $path
    echo $count
end

function __gatehouse_at
    set -l found (__gatehouse_path)
    test "$found[1]" = "$argv"
end

function __gatehouse_first
    set -l found (__gatehouse_path)
    test "$found[1]" = "$argv" -a "$found[2]" = 0
end

complete -c gatehouse -e
complete -c gatehouse -f
${commands.flatMap(linesOf).join("\n")}
`;
}

function linesOf(command: DescribedCommand): string[] {
  const words = wordsOf(command);
  return [
    ...command.commands.map(
      (each) =>
        `complete -c gatehouse -n '__gatehouse_first ${words}' -a ${each.path.at(-1) ?? ""} -d ${quote(each.summary)}`,
    ),
    ...(command.commands.length === 0
      ? []
      : [
          `complete -c gatehouse -n '__gatehouse_first ${words}' -a help -d 'say all of a command'`,
        ]),
    ...completedOptions(command).map((option) => optionLine(words, option)),
    ...command.arguments.flatMap(({ takes, isVariadic }) => {
      const at = isVariadic ? "__gatehouse_at" : "__gatehouse_first";
      return takes.kind === "text"
        ? []
        : [`complete -c gatehouse -n '${at} ${words}' ${offer(takes)}`];
    }),
  ];
}

function optionLine(words: string, { names, description, value }: DescribedOption): string {
  const spelled = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const takes = value ? ` ${value.takes.kind === "text" ? "-x" : `-r ${offer(value.takes)}`}` : "";
  return `complete -c gatehouse -n '__gatehouse_at ${words}' ${spelled.join(" ")}${takes} -d ${quote(description)}`;
}

function offer(takes: Takes): string {
  if (takes.kind === "values") return `-f -a ${quote(takes.values.join(" "))}`;
  if (takes.kind === "folder") return "-f -a '(__fish_complete_directories)'";
  // A program and its own words are completed as files are: fish looks for no more behind another program's name.
  return takes.kind === "command" ? "-f -a '(__fish_complete_subcommand)'" : "-F";
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}
