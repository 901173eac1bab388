import { listCommands } from "../../cli/described-command.ts";
import type {
  DescribedArgument,
  DescribedCommand,
  DescribedOption,
  Takes,
} from "../../cli/described-command.ts";
import { completedOptions } from "./completed-options.ts";

/** A script that can be sourced behind compinit, or lie in a folder of `fpath` as `_gatehouse`. */
export function completeInZsh(program: DescribedCommand): string {
  return `#compdef gatehouse
# Completes gatehouse in zsh. Made by: gatehouse completion zsh

${listCommands(program).map(functionOf).join("\n")}
if [ "$funcstack[1]" = "_gatehouse" ]; then
  _gatehouse "$@"
else
  compdef _gatehouse gatehouse
fi
`;
}

function functionOf(command: DescribedCommand): string {
  return command.commands.length > 0 ? groupOf(command) : leafOf(command);
}

function leafOf(command: DescribedCommand): string {
  const specs = [...command.options.flatMap(specsOf), ...command.arguments.map(argumentSpec)];
  return `${nameOf(command)}() {
  _arguments -S \\
${specs.map((spec) => `    ${spec}`).join(" \\\n")}
}
`;
}

function groupOf(command: DescribedCommand): string {
  const { path, commands, summary } = command;
  const rows = commands.map((each) => quote(`${lastOf(each)}:${colons(each.summary)}`));
  return `${nameOf(command)}() {
  local curcontext=$curcontext state line
  local -a commands
  typeset -A opt_args
  commands=(
${[...rows, quote("help:say all of a command")].map((row) => `    ${row}`).join("\n")}
  )
  _arguments -C -S \\
${completedOptions(command)
  .flatMap(specsOf)
  .map((spec) => `    ${spec} \\\n`)
  .join("")}    '1:command:->command' \\
    '*::argument:->rest'
  case $state in
    command) _describe -t commands ${quote(path.length > 0 ? summary : "command")} commands ;;
    rest)
      case $words[1] in
${commands.map((each) => `        ${lastOf(each)}) ${nameOf(each)} ;;`).join("\n")}
        help) ${nameOf(command)} ;;
      esac
      ;;
  esac
}
`;
}

function nameOf({ path }: DescribedCommand): string {
  return ["_gatehouse", ...path].join("_");
}

function lastOf({ path }: DescribedCommand): string {
  return path.at(-1) ?? "";
}

/** One for each of its names; given once, none of them is offered again. */
function specsOf({ names, description, value, isRepeatable }: DescribedOption): string[] {
  const isHelp = names.includes("--help");
  const besides = isHelp
    ? "(- *)"
    : isRepeatable
      ? "*"
      : names.length > 1
        ? `(${names.join(" ")})`
        : "";
  return names.map((name) => {
    const takes = value ? (name.startsWith("--") ? "=" : "+") : "";
    const action = value ? `:${colons(value.name)}:${actionOf(value.takes)}` : "";
    return quote(`${besides}${name}${takes}[${brackets(description)}]${action}`);
  });
}

function argumentSpec({ name, takes, isVariadic }: DescribedArgument): string {
  // What comes behind a program's name is completed as that program's.
  if (takes.kind === "command") return "'(-)1:command:_command_names -e' '*::argument:_normal'";
  return quote(`${isVariadic ? "*" : ""}:${colons(name)}:${actionOf(takes)}`);
}

function actionOf(takes: Takes): string {
  if (takes.kind === "values") return `(${takes.values.join(" ")})`;
  if (takes.kind === "file") return "_files";
  return takes.kind === "folder" ? "_files -/" : " ";
}

function brackets(text: string): string {
  return colons(text).replaceAll(/[[\]]/g, String.raw`\$&`);
}

function colons(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll(":", String.raw`\:`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
