import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { installProgram } from "../../commands/installed-program.ts";
import { requireRunnable } from "../../printed/check-printed.ts";
import { splitWords } from "../../printed/find-printed.ts";
import { sample } from "../../sample.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { findPrintedSteps } from "./printed-steps.ts";

/**
 * Next steps that commands print in a directory of this machine: the command lines that print them,
 * and the output of each step.
 */
export interface LineSituation {
  readonly what: string;
  /** Files in the directory, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Lines for a shell, each with its exit code. */
  readonly run: readonly (readonly [line: string, code: number])[];
  /**
   * Description of each printed command, of any program, with the output and the exit code of a run
   * as printed; or the reason why a test cannot run it. A code of `"runs on"` means that the command
   * runs until it is stopped.
   */
  readonly steps: Readonly<
    Record<string, readonly [shown: string | RegExp, code: number | "runs on"] | string>
  >;
}

/** Text of a wizard that is started without a terminal and without answers. */
export const noTerminal = "Cannot ask questions: no terminal.";

/** Returns a pattern for the help of a command. */
export function isUsage(verbs: string): RegExp {
  return new RegExp(`^Usage: gatehouse ${verbs} `);
}

/**
 * Registers tests of a test file. Each command that a situation prints does as described, when run
 * as printed. A run tests a part.
 */
export function proveLines(
  sweep: string,
  situations: readonly LineSituation[],
  count = Math.ceil(situations.length / 3),
): void {
  const program = installProgram();
  test.each(sample(sweep, situations, count))(
    "the steps printed after $what, run as printed",
    async ({ run, steps, files = {}, env = {} }) => {
      const type = openShell(program.cli(), { files, env });
      const found = new Map<string, string>();
      for (const [line, expected] of run) {
        const printed = await type(line, expected);
        for (const { text, command } of findPrintedSteps(printed, "of any program"))
          found.set(text, command);
      }
      expect([...found.keys()].toSorted()).toEqual(Object.keys(steps).toSorted());
      for (const [text, step] of Object.entries(steps)) {
        if (typeof step === "string") continue;
        const [shown, expected] = step;
        expect(await type(found.get(text) ?? "", expected, shown)).toMatch(shown);
      }
    },
  );
}

/** Opens a shell with gatehouse on the PATH, in a directory of its own. */
function openShell(cli: string, { files, env }: Required<Pick<LineSituation, "files" | "env">>) {
  const home = makeFolder("steps");
  const work = join(home, "work");
  const bin = join(home, "bin");
  mkdirSync(work);
  mkdirSync(bin);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  const script = `#!/bin/sh\nexec '${execPath}' '${cli}' "$@"\n`;
  writeFileSync(join(bin, "gatehouse"), script, { mode: 0o755 });
  const folders = [bin, dirname(execPath), "/usr/bin", "/bin"];
  const all = { PATH: folders.join(delimiter), HOME: home, LANG: "C.UTF-8", ...env };
  /**
   * Runs a line, and returns its output. Fails if the exit code differs from the expected one.
   * @param last text after which a command that runs on is stopped
   */
  return async (line: string, expected: number | "runs on", last: string | RegExp = "") => {
    const child = spawn("/bin/sh", ["-c", line], { cwd: work, env: all, detached: true });
    const stop = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
    };
    onTestFinished(stop);
    child.stdin.end();
    let printed = "";
    const isLast = () => (typeof last === "string" ? printed.includes(last) : last.test(printed));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part: Buffer) => {
        printed += part.toString();
        if (expected === "runs on" && isLast()) stop();
      });
    }
    const [code] = (await once(child, "close")) as [number | null];
    if (expected !== "runs on" && code !== expected)
      throw new Error(`"${line}" exits with ${code}, not with ${expected}:\n${printed}`);
    const [name, ...given] = splitWords(line);
    if (name === "gatehouse") await requireRunnable(printed, given);
    return printed;
  };
}
