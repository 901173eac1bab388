import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folders and files that a job's steps write to. */
export interface JobFolder {
  readonly home: string;
  readonly workspace: string;
  /** For scripts and the files below; `*_TEMP` of the steps. */
  readonly temp: string;
  /** Empties the output file for the next step. */
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

/** Takes what a step wrote to its output file: `name=value`, or `name<<END`, lines, `END`. */
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
