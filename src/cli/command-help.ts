import { shownCommands, type CommandEntry } from "./command.ts";
import type { DescribedCommand } from "./described-command.ts";
import { summaryRows, wrapWords } from "./wrap-words.ts";

export function commandHelp(
  described: DescribedCommand,
  entry: CommandEntry | undefined,
  columns: number,
): string {
  const { path, usage, description, options, notes } = described;
  const shown = entry ? shownCommands(entry) : [];
  const commands = shown.map(({ name, summary }) => ({ term: name, summary }));
  const lists = [
    {
      title: "Arguments",
      rows: described.arguments.map((each) => ({ term: each.name, summary: each.description })),
    },
    {
      title: "Options",
      rows: options.map((each) => ({ term: each.flags, summary: each.description })),
    },
    {
      title: "Commands",
      rows: [
        ...commands,
        ...(commands.length === 0 ? [] : [{ term: "help [command]", summary: helpSummary }]),
      ],
    },
  ].filter(({ rows }) => rows.length > 0);
  const terms = lists.flatMap(({ rows }) => rows.map(({ term }) => term.length));
  const column = Math.max(...terms) + gap;
  const parts = [
    [`Usage: ${["gatehouse", ...path].join(" ")} ${usage}`],
    wrapWords(description, columns),
    ...lists.map(({ title, rows }) => [
      `${title}:`,
      ...rows.flatMap((row) => rowOf(row, { column, columns })),
    ]),
    ...(notes === "" ? [] : [[notes]]),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

const helpSummary = "show help for a command";

/** Width of the gaps around a term: two columns before it, and two after it. */
const gap = 4;
/**
 * Minimum width of the summary column. If less width is available, the summary is printed below its
 * term.
 */
const least = 30;

function rowOf(
  { term, summary }: { readonly term: string; readonly summary: string },
  { column, columns }: { readonly column: number; readonly columns: number },
): string[] {
  if (columns - column < least) {
    return [`  ${term}`, ...wrapWords(summary, columns - 6).map((line) => `      ${line}`)];
  }
  return summaryRows(term, summary, { column, width: columns });
}
