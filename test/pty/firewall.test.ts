import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, onTestFinished, test } from "vitest";
import { installProgram } from "../commands/installed-program.ts";
import { append, logged } from "../firewall/log/logged.ts";
import { makeFolder } from "../temporary-folder.ts";
import { startInTerminal } from "./pty.ts";
import type { ProgramInTerminal, TerminalOptions } from "./pty.ts";

const program = installProgram();

function openTerminal(script: string, options: Partial<TerminalOptions> = {}): ProgramInTerminal {
  const home = makeFolder("terminal");
  const work = join(home, "work");
  const bin = join(home, "bin");
  for (const folder of [work, bin]) mkdirSync(folder);
  const gatehouse = `#!/bin/sh\nexec '${execPath}' '${program.cli()}' "$@"\n`;
  writeFileSync(join(bin, "gatehouse"), gatehouse, { mode: 0o755 });
  const path = [bin, dirname(execPath), "/usr/bin", "/bin"].join(delimiter);
  const env = { PATH: path, HOME: home, PS1: "outside> ", ...options.env };
  const args = ["--norc", "--noprofile", ...(script === "" ? ["-i"] : ["-c", script])];
  const terminal = startInTerminal({ command: "bash", args, cwd: work, ...options, env });
  onTestFinished(() => terminal.kill());
  return terminal;
}

const run = (command: string) => `gatehouse firewall --proxy-logs-dir ../logs -- ${command}`;
const keys = { interrupt: "\u0003", stop: "\u001a", end: "\u0004" };

describe("a command with a terminal", () => {
  test("Ctrl-C reaches the command: a command that handles it continues, and determines the exit code", async () => {
    const script = [
      "import signal",
      // The signal is awaited rather than handled, because Python loses it between a prompt and the
      // wait for a line.
      "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})",
      "print('runs', flush=True)",
      "signal.sigwait({signal.SIGINT})",
      "raise SystemExit(int(input('interrupted> ')))",
    ].join("\n");
    const terminal = openTerminal(run(`/usr/bin/python3 -c "${script}"`));
    await terminal.waitFor("runs");
    terminal.write(keys.interrupt);
    await terminal.waitFor(/interrupted>$/);
    terminal.write("7\r");
    expect(await terminal.exited).toMatchObject({ exitCode: 7 });
  });

  test("Ctrl-C stops a command that does not handle it, with exit code 130", async () => {
    const terminal = openTerminal(`${run("sh -c 'echo runs; exec sleep 600'")}; echo "code $?"`);
    await terminal.waitFor("runs");
    terminal.write(keys.interrupt);
    expect(await terminal.waitFor("code 130")).toContain("runs");
  });

  test("Ctrl-Z stops the job, fg resumes it, and later input goes to the command", async () => {
    const terminal = openTerminal("");
    await terminal.waitFor(/^outside>$/m);
    terminal.write(`${run("sh -c 'echo runs; read -r word; echo got $word'")}\r`);
    await terminal.waitFor(/^runs$/m);
    terminal.write(keys.stop);
    await terminal.waitFor(/Stopped[^]*outside>$/);
    terminal.write("fg\r");
    await terminal.waitFor(/outside> fg\n.*gatehouse/);
    terminal.write("hello\r");
    await terminal.waitFor(/^got hello\noutside>$/m);
    terminal.write("exit\r");
    expect(await terminal.exited).toMatchObject({ exitCode: 0 });
  });

  test("a shell inside has its own job control", async () => {
    const terminal = openTerminal(run("bash --norc --noprofile -i"), {
      env: { PS1: "outside> " },
    });
    await terminal.waitFor(/bash-\S+[#$]$/);
    expect(terminal.screen()).not.toContain("no job control");
    // The command prints a word when it has begun, because an earlier key would reach the shell. It
    // is one process: a fork stopped before its program is loaded would block the waiting shell.
    terminal.write("sh -c 'echo be\"\"gun; exec sleep 600'\r");
    await terminal.waitFor(/^begun$/m);
    terminal.write(keys.stop);
    await terminal.waitFor(/Stopped +sh -c/);
    terminal.write("kill %1; exit 5\r");
    terminal.write("exit 5\r");
    expect(await terminal.exited).toMatchObject({ exitCode: 5 });
  });

  test("a script that continues reads from the terminal", async () => {
    const terminal = openTerminal(
      `${run("sh -c 'exit 3'")}; echo "code $?"; read -r w; echo "read $w"`,
    );
    await terminal.waitFor("code 3");
    terminal.write("after\r");
    await terminal.waitFor("read after");
    expect(await terminal.exited).toMatchObject({ exitCode: 0 });
  });

  test("the command is notified when the terminal is resized", async () => {
    const script = [
      "import os, signal",
      // The signal is awaited rather than handled, because a handler may run in the middle of the
      // preceding print.
      "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})",
      "print('runs', flush=True)",
      "while signal.sigwait({signal.SIGWINCH}): print(os.get_terminal_size(), flush=True)",
    ].join("\n");
    const terminal = openTerminal(run(`/usr/bin/python3 -c "${script}"`));
    await terminal.waitFor("runs");
    terminal.resize(61, 17);
    expect(await terminal.waitFor("columns=61, lines=17")).toContain("runs");
  });
});

describe.each([80, 40])("firewall --watch in %i columns", (columns) => {
  function watch() {
    const logs = makeFolder("logs");
    append(logs, logged({ allowed: false, reason: "no-rule", explanation: "no rule names it" }));
    const line = `printf 'before\\n'; gatehouse firewall --watch --logs-dir ${logs}; echo "code $?"; read -r _`;
    return { logs, terminal: openTerminal(line, { columns, rows: 24 }) };
  }

  test.each([
    ["q", "q"],
    ["Ctrl-C", keys.interrupt],
    ["Ctrl-D", keys.end],
  ])("%s leaves; its last screen remains, and the terminal is restored", async (_name, key) => {
    const { terminal } = watch();
    const screen = await terminal.waitFor("q leave");
    expect(screen).not.toContain("before");
    terminal.write(key);
    const after = await terminal.waitFor("code 0");
    expect(after).toMatch(/^before\n/);
    expect(after).toContain("no rule names it");
    // The cursor is visible again.
    expect(terminal.raw().lastIndexOf("\u001B[?25h")).toBeGreaterThan(
      terminal.raw().lastIndexOf("\u001B[?25l"),
    );
  });

  test("new entries appear immediately, and no row is cut when the terminal changes", async () => {
    const { logs, terminal } = watch();
    await terminal.waitFor("q leave");
    append(
      logs,
      ...Array.from({ length: 40 }, (_, at) => logged({ url: `https://s${at}.test/a` })),
    );
    const screen = await terminal.waitFor(/more rows below/);
    expect(screen.split("\n").length).toBeLessThan(24);
    expect(screen).toMatch(/^ \/tmp\/gatehouse-logs/);
    terminal.resize(columns - 5, 12);
    const small = await terminal.waitFor(/^ \/tmp\/gatehouse-logs[^]* more rows below\n +q leave$/);
    expect(small.split("\n").length).toBeLessThan(12);
    terminal.write("q");
    await terminal.waitFor("code 0");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s leaves the terminal as it was", async (name) => {
    const { terminal } = watch();
    await terminal.waitFor("q leave");
    const [, child = ""] = /(\d+)/.exec(await childOf(terminal.pid)) ?? [];
    process.kill(Number(child), name);
    expect(await terminal.waitFor("code 0")).toMatch(/^before\n/);
  });
});

/** Returns the process that a shell waits for. */
async function childOf(pid: number): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
}
