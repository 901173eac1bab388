import { exitCode } from "../../shared/errors.ts";
import type { DescribedCommand, DescribedOption } from "../../cli/described-command.ts";
import { readNotes, type NotePart } from "./read-notes.ts";
import { bold, item, italic, roff, section, verbatim } from "./roff.ts";

/** What stands at the edges of a page. */
export interface Edition {
  /** ISO 8601 */
  readonly date: string;
  readonly release: string;
}

/** `gatehouse-control-render` */
export function pageName(path: readonly string[]): string {
  return ["gatehouse", ...path].join("-");
}

/** A command's page, in the man macros: the same as its `--help`. */
export function manualPage(
  command: DescribedCommand,
  program: DescribedCommand,
  { date, release }: Edition,
): string {
  const isProgram = command.path.length === 0;
  const name = pageName(command.path);
  const words = ["gatehouse", ...command.path].join(" ");
  const notes = isProgram ? [] : readNotes(command.notes);
  const lines = [
    `.TH ${roff(name.toUpperCase())} 1 ${date} "gatehouse ${roff(release)}" "gatehouse manual"`,
    // A command's name is not to be broken where somebody copies it.
    ".nh",
    ...section("NAME", [`${roff(name)} \\- ${roff(nameLine(command))}`]),
    ...section("SYNOPSIS", [`${bold(words)} ${roff(command.usage)}`]),
    ...section("DESCRIPTION", descriptionOf(command, notes)),
    ...section(
      "COMMANDS",
      command.commands.flatMap((each) => commandItem(each)),
    ),
    ...section(
      "ARGUMENTS",
      command.arguments.flatMap((each) => item(italic(each.name), each.description)),
    ),
    ...section("OPTIONS", command.options.flatMap(optionItem)),
    ...notes.flatMap((part) =>
      part.title === undefined ? [] : section(part.title.toUpperCase(), bodyOf(part)),
    ),
    ...(isProgram ? section("EXIT STATUS", codes) : []),
    ...section("SEE ALSO", [seeAlso(command, program)]),
  ];
  return `${lines.join("\n")}\n`;
}

const programLine = "credentials, firewall and pipelines for AI agents";
const programText =
  "Sets up and keeps the credentials of a control plane for AI agents, runs their commands behind a filtering proxy, and makes their pipelines. Alone, in a terminal, it says where this repository stands and what comes next.";

/** What apropos searches: one line, without the dot of a sentence. */
function nameLine({ path, summary }: DescribedCommand): string {
  return path.length === 0 ? programLine : summary.replace(/\.$/, "");
}

function descriptionOf(
  { path, description }: DescribedCommand,
  notes: readonly NotePart[],
): string[] {
  if (path.length === 0) return [roff(programText)];
  const sentence = `${description.slice(0, 1).toUpperCase()}${description.slice(1)}`;
  const more = notes.flatMap((part) => (part.title === undefined ? [".PP", ...bodyOf(part)] : []));
  return [roff(/[.?]$/.test(sentence) ? sentence : `${sentence}.`), ...more];
}

function bodyOf({ body }: NotePart): string[] {
  return body.flatMap(({ kind, lines }, index) => [
    ...(index > 0 ? [".PP"] : []),
    ...(kind === "verbatim" ? verbatim(lines) : lines.map(roff)),
  ]);
}

function commandItem({ path, summary }: DescribedCommand): string[] {
  return item(`${bold(pageName(path))}(1)`, summary);
}

function optionItem({ names, value, description }: DescribedOption): string[] {
  const placeholder = value ? ` ${italic(value.name)}` : "";
  return item(`${names.map(bold).join(", ")}${placeholder}`, description);
}

const meanings: Readonly<Record<string, string>> = {
  done: "done",
  bug: "a bug of gatehouse",
  usage: "the command line or a file is not what it should be",
  refused: "the forge refused",
  unreachable: "the forge did not answer",
  incomplete: "something is not set up, or only in part",
  denied: "a gate said no",
  firewallFailed: "the firewall itself failed; behind it, a command ends with its own code",
  hungUp: "the terminal closed",
  cancelled: "stopped by Ctrl-C",
  quit: "stopped by SIGQUIT",
  terminated: "stopped by SIGTERM",
};

const codes = Object.entries(exitCode).flatMap(([name, code]) =>
  item(bold(String(code)), meanings[name] ?? name),
);

/** The pages above, and those beside it below the same command. */
function seeAlso({ path }: DescribedCommand, program: DescribedCommand): string {
  const [first] = path;
  if (first === undefined) return "All of a command, without a pager: gatehouse help COMMAND";
  const parents = path.map((_, index) => path.slice(0, index));
  const group =
    path.length > 1 ? program.commands.find((each) => each.path[0] === first) : undefined;
  const beside = (group?.commands ?? []).map((each) => each.path);
  return [...parents, ...beside.filter((each) => each.at(-1) !== path.at(-1))]
    .map((each) => `${bold(pageName(each))}(1)`)
    .join(",\n");
}
