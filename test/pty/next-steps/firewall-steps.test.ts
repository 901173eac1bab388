import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { installProgram } from "../../commands/installed-program.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { firewallSteps } from "./firewall-steps.ts";
import { findPrintedSteps } from "./printed-steps.ts";
import { sample } from "../../sample.ts";

const program = installProgram();

/** Opens a shell with gatehouse on the PATH, in a directory of its own. */
function openShell() {
  const home = makeFolder("steps");
  const work = join(home, "work");
  const bin = join(home, "bin");
  mkdirSync(work);
  mkdirSync(bin);
  const script = `#!/bin/sh\nexec '${execPath}' '${program.cli()}' "$@"\n`;
  writeFileSync(join(bin, "gatehouse"), script, { mode: 0o755 });
  const folders = [bin, dirname(execPath), "/usr/bin", "/bin"];
  const env = { PATH: folders.join(delimiter), HOME: home, LANG: "C.UTF-8" };
  return async (line: string): Promise<{ code: unknown; printed: string }> => {
    const child = spawn("/bin/sh", ["-c", line], { cwd: work, env });
    child.stdin.end();
    const closed = once(child, "close");
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code: code as unknown, printed: `${out}${err}` };
  };
}

test.each(sample("commands after the firewall", firewallSteps, 3))(
  "the steps printed after $what, run as printed",
  async ({ run, steps }) => {
    const type = openShell();
    const found = new Map<string, string>();
    for (const [line, expected] of run) {
      const { code, printed } = await type(`gatehouse firewall ${line}`);
      expect([line, code]).toEqual([line, expected]);
      for (const { text, command } of findPrintedSteps(printed)) found.set(text, command);
    }
    expect([...found.keys()].toSorted()).toEqual(Object.keys(steps).toSorted());
    for (const [text, [shown, expected]] of Object.entries(steps)) {
      const { code, printed } = await type(found.get(text) ?? "");
      expect(printed).toMatch(shown);
      expect([text, code]).toEqual([text, expected]);
    }
  },
);
