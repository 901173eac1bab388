import type { CommandGroup } from "./command.ts";
import { summaryRows, wrapWords } from "./wrap-words.ts";

const description = "Sets up and keeps the credentials of a control plane for AI agents.";

const alone = "Alone, in a terminal, it says where this repository stands and what comes next.";

const help = { name: "help", summary: "say all of a command: gatehouse help setup" };

const options = [
  { name: "-V, --version", summary: "print the version" },
  { name: "-h, --help", summary: "print this, or with a command all of that" },
];

const examples = [
  { line: "gatehouse demo", says: "try it on the embedded forge" },
  { line: "gatehouse setup --repo acme/control", says: "set up a control repository" },
  { line: "gatehouse scope --repo acme/control", says: "change what the agents reach" },
  { line: "gatehouse status --repo acme/control", says: "what is set, what comes next" },
];

/** A no-break space keeps a code with its word. */
const codes =
  "Exit codes: 0\u00a0done, 1\u00a0bug, 2\u00a0usage, 3\u00a0refused, 4\u00a0unreachable, 5\u00a0incomplete, 6\u00a0said\u00a0no, 129,\u00a0130,\u00a0143 stopped: terminal\u00a0closed, Ctrl-C, SIGTERM";

/** The names of all commands take one column, so that one edge leads through their lists. */
const nameColumn = 14;
const optionColumn = 17;
const roomForBoth = 76;

/** `gatehouse --help`: a function of the table, the same text for the same width. */
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
    wrapWords(codes, width),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

interface Named {
  readonly name: string;
  readonly summary: string;
}

interface Space {
  readonly width: number;
  /** Where the second column begins. */
  readonly column: number;
}

function listOf(title: string, rows: readonly Named[], space: Space): string[] {
  return [`${title}:`, ...rows.flatMap(({ name, summary }) => summaryRows(name, summary, space))];
}

function exampleOf({ line, says }: (typeof examples)[number], width: number): string[] {
  const longest = Math.max(...examples.map((each) => each.line.length));
  if (width >= roomForBoth) return [`  $ ${line.padEnd(longest)}  ${says}`];
  return [`  $ ${line}`, ...wrapWords(says, width - 4).map((text) => `    ${text}`)];
}
