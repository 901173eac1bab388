import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folders and files that the steps of a job write. */
export interface JobFolder {
  readonly home: string;
  readonly workspace: string;
  /** Folder that contains the scripts and the step files. Steps receive its path in `*_TEMP`. */
  readonly temp: string;
  /** Output file of the running step, deleted after each step. */
  readonly outputFile: string;
  readonly summaryFile: string;
  remove(): Promise<void>;
}

export async function createJobFolder(): Promise<JobFolder> {
  const root = await mkdtemp(join(tmpdir(), `forge-job-${process.pid}-`));
  const [home, workspace, temp] = ["home", "workspace", "temp"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, workspace, temp]) await mkdir(folder);
  const summaryFile = join(temp, "summary.md");
  await writeFile(summaryFile, "");
  return {
    home,
    workspace,
    temp,
    outputFile: join(temp, "output"),
    summaryFile,
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Parses the output file of a step: `name=value`, or `name<<END`, lines, `END`. */
export async function readOutputs(file: string): Promise<Record<string, string>> {
  await appendFile(file, "");
  const lines = (await readFile(file, "utf8")).split("\n");
  await rm(file);
  const outputs: Record<string, string> = {};
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    const [, name, operator, rest = ""] = /^([\w-]+)(=|<<)(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (operator === "=") outputs[name] = rest;
    else outputs[name] = readLines(lines, rest).join("\n");
  }
  return outputs;
}

function readLines(lines: string[], end: string): string[] {
  const at = lines.indexOf(end);
  const taken = lines.splice(0, at < 0 ? lines.length : at);
  lines.shift();
  return taken;
}
