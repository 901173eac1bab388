import { readFileSync } from "node:fs";

export interface MountLine {
  readonly id: string;
  /** Path of the mounted directory within its file system. */
  readonly root: string;
  readonly target: string;
  readonly type: string;
  /** Options of this mount. */
  readonly options: ReadonlySet<string>;
  /** Options of the file system, shared by all its mounts. */
  readonly fileSystemOptions: ReadonlySet<string>;
}

export function readMountTable(): string {
  return readFileSync("/proc/self/mountinfo", "utf8");
}

/** Parses the content of `/proc/self/mountinfo`. @see proc_pid_mountinfo(5) */
export function parseMountTable(table: string): readonly MountLine[] {
  return table
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [before = "", after = ""] = line.split(" - ");
      const [id = "", , , root = "", target = "", options = ""] = before.split(" ");
      const [type = "", , fileSystemOptions = ""] = after.split(" ");
      return {
        id,
        root: unescape(root),
        target: unescape(target),
        type,
        options: new Set(options.split(",")),
        fileSystemOptions: new Set(fileSystemOptions.split(",")),
      };
    });
}

/** Decodes spaces, tabs, line breaks and backslashes, which are written as three octal digits. */
function unescape(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
