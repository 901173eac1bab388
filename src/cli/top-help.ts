import type { CommandGroup } from "./command.ts";
import { summaryRows, wrapWords } from "./wrap-words.ts";

const description = "Create and maintain the credentials of a control plane for AI agents.";

const alone = "In a terminal, run gatehouse without arguments to see the state and next steps.";

const help = { name: "help", summary: "show help for a command: gatehouse help setup" };

const options = [
  { name: "-V, --version", summary: "print the version" },
  { name: "-h, --help", summary: "show this help, or the help of a command" },
];

const examples = [
  { line: "gatehouse demo", description: "try it on the embedded forge" },
  { line: "gatehouse setup --repo acme/control", description: "set up a control repository" },
  { line: "gatehouse scope --repo acme/control", description: "change what agents can access" },
  { line: "gatehouse status --repo acme/control", description: "show state and next steps" },
];

const codes = [
  { name: "0", summary: "success" },
  { name: "1", summary: "bug in gatehouse" },
  { name: "2", summary: "invalid options or input" },
  { name: "3", summary: "GitHub rejected the request" },
  { name: "4", summary: "GitHub cannot be reached" },
  { name: "5", summary: "not set up, incomplete or pending" },
  { name: "6", summary: "denied, or a credential was found" },
  { name: "129, 130, 143", summary: "stopped: terminal closed, Ctrl-C, SIGTERM" },
];

/** Width of the first column, the same in all lists of commands, so that summaries align. */
const nameColumn = 14;
const optionColumn = 17;
const roomForBoth = 76;

/** Renders `gatehouse --help`, which depends only on the command table and the width. */
export function topHelp(groups: readonly CommandGroup[], columns: number): string {
  const width = Math.max(columns, 2 * nameColumn);
  const last = groups.length - 1;
  const lists = groups.map(({ title, commands }, index) =>
    listOf(title, index === last ? [...commands, help] : commands, { width, column: nameColumn }),
  );
  const parts = [
    wrapWords("Usage: gatehouse [options] [command]", width),
    [...wrapWords(description, width), ...wrapWords(alone, width)],
    ...lists,
    listOf("Options", options, { width, column: optionColumn }),
    ["Examples:", ...examples.flatMap((example) => exampleOf(example, width))],
    listOf("Exit codes", codes, { width, column: optionColumn }),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

interface Named {
  readonly name: string;
  readonly summary: string;
}

interface Space {
  readonly width: number;
  /** Column in which the summaries start. */
  readonly column: number;
}

function listOf(title: string, rows: readonly Named[], space: Space): string[] {
  return [`${title}:`, ...rows.flatMap(({ name, summary }) => summaryRows(name, summary, space))];
}

function exampleOf({ line, description }: (typeof examples)[number], width: number): string[] {
  const longest = Math.max(...examples.map((each) => each.line.length));
  if (width >= roomForBoth) return [`  $ ${line.padEnd(longest)}  ${description}`];
  return [`  $ ${line}`, ...wrapWords(description, width - 4).map((text) => `    ${text}`)];
}
