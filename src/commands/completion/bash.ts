import { listCommands } from "../../cli/described-command.ts";
import type { DescribedCommand, Takes } from "../../cli/described-command.ts";
import { awaitingLines, commandLines, wordsOf } from "./command-lines.ts";
import { completedOptions } from "./completed-options.ts";

/** A script for bash 3.2 and newer, which needs no package beside it. */
export function completeInBash(program: DescribedCommand): string {
  const commands = listCommands(program);
  return `# Completes gatehouse in bash. Made by: gatehouse completion bash

_gatehouse_files() {
  # Readline marks folders and quotes names; an older bash has to be given them quoted.
  local name form=%q
  compopt -o filenames 2>/dev/null && form=%s
  while IFS= read -r name; do
    printf -v name "$form" "$name"
    COMPREPLY+=("$name")
  done < <(compgen "$1" -- "$cur")
}

_gatehouse_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_gatehouse() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path=gatehouse count=0 awaited= behind= word index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $awaited ]]; then
      # "--host=emulator" comes as three words.
      [[ $word == "=" ]] || awaited=
      continue
    fi
    if [[ $word == "--" ]]; then
      behind=$index
      break
    fi
    case "$path $word" in
      ${commandLines(commands).map(quote).join(" | ")})
        path="$path $word"
        count=0
        ;;
      ${awaitingLines(commands).map(quote).join(" | ")})
        awaited=$word
        ;;
      *" -"*) ;;
      *) ((count++)) ;;
    esac
  done
  if [[ $behind ]]; then
    if ((COMP_CWORD == behind + 1)); then
      COMPREPLY=($(compgen -c -- "$cur"))
    else
      _gatehouse_files -f
    fi
  elif [[ $awaited ]]; then
    [[ $cur == "=" ]] && cur=
    case "$path $awaited" in
${casesOf(commands, valueCases)}
    esac
  elif [[ $cur == -* ]]; then
    case "$path" in
${casesOf(commands, optionCases)}
    esac
  else
    case "$path:$count" in
${casesOf(commands, argumentCases)}
    esac
  fi
}

complete -F _gatehouse gatehouse
`;
}

interface Case {
  readonly pattern: string;
  readonly act: string;
}

function casesOf(
  commands: readonly DescribedCommand[],
  find: (command: DescribedCommand) => readonly Case[],
): string {
  const byAct = new Map<string, string[]>();
  for (const { pattern, act } of commands.flatMap(find)) {
    byAct.set(act, [...(byAct.get(act) ?? []), pattern]);
  }
  return [...byAct].map(([act, patterns]) => `      ${patterns.join(" | ")}) ${act} ;;`).join("\n");
}

function valueCases(command: DescribedCommand): Case[] {
  return completedOptions(command).flatMap(({ names, value }) => {
    const act = value && actOf(value.takes);
    if (act === undefined) return [];
    return names.map((name) => ({ pattern: quote(`${wordsOf(command)} ${name}`), act }));
  });
}

function optionCases(command: DescribedCommand): Case[] {
  const names = completedOptions(command).flatMap((option) => option.names);
  return [{ pattern: quote(wordsOf(command)), act: offer(names) }];
}

function argumentCases(command: DescribedCommand): Case[] {
  const path = quote(wordsOf(command));
  if (command.commands.length > 0) {
    const names = command.commands.map((each) => each.path.at(-1) ?? "");
    return [{ pattern: `${path}:0`, act: offer([...names, "help"]) }];
  }
  return command.arguments.flatMap(({ takes, isVariadic }, index) => {
    const act = actOf(takes);
    return act === undefined ? [] : [{ pattern: `${path}:${isVariadic ? "*" : index}`, act }];
  });
}

function actOf(takes: Takes): string | undefined {
  if (takes.kind === "values") return offer(takes.values);
  if (takes.kind === "file") return "_gatehouse_files -f";
  if (takes.kind === "folder") return "_gatehouse_files -d";
  return undefined;
}

function offer(words: readonly string[]): string {
  return `_gatehouse_words ${quote(words.join(" "))}`;
}

function quote(text: string): string {
  return `"${text}"`;
}
