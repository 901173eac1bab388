import { exitCode } from "../../shared/errors.ts";
import type { DescribedCommand, DescribedOption } from "../../cli/described-command.ts";
import { readNotes, type NotePart } from "./read-notes.ts";
import { bold, item, italic, roff, section, verbatim } from "./roff.ts";

/** Text for the header and footer of a page. */
export interface Edition {
  /** ISO 8601 date. */
  readonly date: string;
  readonly release: string;
}

/** Returns the name of a command's page: `gatehouse-control-render`. */
export function pageName(path: readonly string[]): string {
  return ["gatehouse", ...path].join("-");
}

/** Renders the manual page of a command as man macros, with the same content as `--help`. */
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
    // Disables hyphenation, so that a copied command name stays intact.
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
  "gatehouse creates and maintains the credentials of a control plane for AI agents, runs their commands behind a filtering proxy, and compiles their pipelines. Without a command, it shows the state of the current repository and the next steps in a terminal.";

/** Returns the line that apropos searches, without a period. */
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
  done: "success",
  bug: "bug in gatehouse",
  usage: "invalid options or input",
  refused: "the forge rejected the request",
  unreachable: "the forge cannot be reached",
  incomplete: "not set up, incomplete or pending",
  denied: "denied by a rule or gate, or a credential was found",
  firewallFailed:
    "the firewall itself failed; firewall run otherwise exits with the command's own code",
  hungUp: "the terminal closed",
  cancelled: "stopped by Ctrl-C",
  quit: "stopped by SIGQUIT",
  terminated: "stopped by SIGTERM",
};

const codes = Object.entries(exitCode).flatMap(([name, code]) =>
  item(bold(String(code)), meanings[name] ?? name),
);

/** Lists the pages of the parent commands and of sibling commands. */
function seeAlso({ path }: DescribedCommand, program: DescribedCommand): string {
  const [first] = path;
  if (first === undefined) return "Help for a command, without a pager: gatehouse help COMMAND";
  const parents = path.map((_, index) => path.slice(0, index));
  const group =
    path.length > 1 ? program.commands.find((each) => each.path[0] === first) : undefined;
  const beside = (group?.commands ?? []).map((each) => each.path);
  return [...parents, ...beside.filter((each) => each.at(-1) !== path.at(-1))]
    .map((each) => `${bold(pageName(each))}(1)`)
    .join(",\n");
}
