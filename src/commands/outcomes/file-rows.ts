import type { Settings } from "../../firewall/config/read-settings.ts";
import type { FileReport } from "../../firewall/file-rules.ts";
import type { ChangeGroup } from "../../firewall/files/group-changes.ts";
import { count } from "../../shared/count.ts";
import { printableLine } from "../../shared/print-text.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { marked, textRows, type Row, type RowPrefix } from "../../terminal/rows.ts";

/** Maximum number of changes to print; `--json` contains all of them. */
const mostPrinted = 30;

interface Manner {
  readonly level: string;
  readonly prefix: RowPrefix;
}

/**
 * Formats the changes that `git status` does not show, and with `--log-level debug` the access:
 *
 *  ! 2 changes that `git status` does not show:
 *  │ created: .git/hooks/post-checkout
 *  │ changed: node_modules/ (1203 files)
 */
export function fileRows(
  report: FileReport,
  style: RenderOptions,
  { level, prefix }: Manner,
): readonly Row[] {
  const below = { style, prefix };
  const attention = { style, prefix: marked(style, "attention", prefix) };
  const { changes, complete } = report;
  const printed = changes.slice(0, mostPrinted);
  const left = changes.length - printed.length;
  const title = `${count(changes.length, "change")} that \`git status\` does not show:`;
  return [
    ...(level === "debug" ? accessLines(report) : []).flatMap((line) => textRows(line, below)),
    ...(changes.length > 0 ? textRows(title, attention) : []),
    ...printed.flatMap((each) => textRows(describeChange(each), below)),
    ...(left > 0 ? textRows(`${left} more; --json lists all of them`, below) : []),
    ...(complete ? [] : textRows(incomplete, attention)),
  ];
}

const incomplete =
  "There are too many files to find all changes: created and deleted files are not listed.";

function describeChange({ path, change, files }: ChangeGroup): string {
  const name = printableLine(path);
  return `${change}: ${files === undefined ? name : `${name} (${count(files, "file")})`}`;
}

function accessLines({ hidden, readOnly, writable }: FileReport): readonly string[] {
  return listAccess({ hide: hidden, read: readOnly, write: writable });
}

/** Describes the file rules of a run, for `firewall check`. */
export function describeFiles({ files }: Partial<Pick<Settings, "files">>): readonly string[] {
  if (!files) return [];
  const rest =
    files.write.length > 0 ? ["All other paths in the working directory: read-only"] : [];
  return [...listAccess(files), ...rest];
}

function listAccess({ hide, read, write }: Settings["files"]): readonly string[] {
  const named = { Hidden: hide, "Read-only": read, Writable: write };
  return Object.entries(named).flatMap(([name, paths]) =>
    paths.length === 0 ? [] : [`${name}: ${paths.map(printableLine).join(", ")}`],
  );
}
