import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { machine } from "../system/machine.ts";
import { startInTerminal } from "../pty/pty.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();

/** Prepares a home directory with a generated script and some files to complete. */
async function prepare(shell: "bash" | "zsh" | "fish") {
  const { home } = await makeHome();
  const { code, out, err } = await program.run(["completion", shell]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const script = join(home, `gatehouse.${shell}`);
  writeFileSync(script, out);
  const work = join(home, "work");
  mkdirSync(join(work, "logs"), { recursive: true });
  writeFileSync(join(work, "facts.json"), "{}");
  return { home, script, work };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Returns the completions that each shell offers at the end of a line. */
const askers = {
  bash: ({ home, script, work }: Prepared, line: string) => {
    // As readline passes them: words are also split at = and :.
    const words = line.split(/(=)| /).filter((word) => word !== undefined);
    const ask = `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run(machine().bash, ["-c", ask, "bash", script, ...words], { home, work });
  },
  fish: ({ home, script, work }: Prepared, line: string) =>
    run(machine().fish, ["-N", "-c", `source "$argv[1]"; complete -C "$argv[2]"`, script, line], {
      home,
      work,
    }).map((row) => row.split("\t")[0] ?? ""),
};

function run(
  shell: string,
  args: readonly string[],
  { home, work }: { home: string; work: string },
) {
  const env = { PATH: "/usr/bin:/bin", HOME: home, LANG: "C.UTF-8" };
  const out = execFileSync(shell, [...args], { cwd: work, env, encoding: "utf8" });
  return out.split("\n").filter((row) => row !== "");
}

describe.each(["bash", "fish"] as const)("in %s", (shell) => {
  test("a line is completed with the words that are valid at that position", async () => {
    const prepared = await prepare(shell);
    const ask = (line: string) => askers[shell](prepared, line).toSorted();
    expect(ask("gatehouse sta")).toEqual(["status"]);
    expect(ask("gatehouse se")).toEqual(["secrets", "setup"]);
    expect(ask("gatehouse control ")).toEqual(["check", "help", "render"]);
    expect(ask("gatehouse control render --pro")).toEqual(["--profile"]);
    expect(ask("gatehouse rotate --app ")).toEqual(["both", "read", "write"]);
    expect(ask("gatehouse setup --host github.com --bra")).toEqual(["--brand"]);
    expect(ask("gatehouse setup --brand ")).toEqual(["forge", "github"]);
    expect(ask("gatehouse profile --facts f")).toEqual(["facts.json"]);
    expect(ask("gatehouse setup --repo ")).toEqual([]);
    expect(ask("gatehouse firewall --allow-dom")).toEqual(["--allow-domains"]);
    expect(ask("gatehouse firewall logs su")).toEqual(["suggest", "summary"]);
    expect(ask("gatehouse firewall logs --logs-dir l")).toEqual(
      ["logs/"].map((name) => (shell === "bash" ? "logs" : name)),
    );
    expect(ask("gatehouse completion z")).toEqual(["zsh"]);
  });

  test("each option in a help text is offered", async () => {
    const prepared = await prepare(shell);
    const { out } = await program.run(["exposed", "--help"]);
    const options = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name = ""]) => name);
    expect(options.length).toBeGreaterThan(10);
    const offered = askers[shell](prepared, "gatehouse exposed --");
    for (const option of options) expect(offered).toContain(option);
  });
});

test("in bash, a value after = is completed like a value after a space", async () => {
  const prepared = await prepare("bash");
  expect(askers.bash(prepared, "gatehouse setup --brand=git")).toEqual(["github"]);
  expect(askers.bash(prepared, "gatehouse setup --brand=")).toEqual(["forge", "github"]);
  expect(askers.bash(prepared, "gatehouse setup --brand=github --no-o")).toEqual(["--no-open"]);
});

test("in bash, a file name is completed as one quoted word that the shell does not expand", async () => {
  const prepared = await prepare("bash");
  for (const name of ["f*", "f$(id).json", "f two.json"])
    writeFileSync(join(prepared.work, name), "");
  // Outside a terminal only the script quotes names, as in a bash without compopt.
  expect(askers.bash(prepared, "gatehouse profile --facts f").toSorted()).toEqual([
    String.raw`f\ two.json`,
    String.raw`f\$\(id\).json`,
    String.raw`f\*`,
    "facts.json",
  ]);
});

/** Opens an interactive shell, with its prompt and its Tab key. */
async function openShell(shell: "bash" | "zsh") {
  const { home, script, work } = await prepare(shell);
  const start = { bash: ["--norc", "--noprofile", "-i"], zsh: ["-f", "-i"] };
  const terminal = startInTerminal({
    command: machine()[shell],
    args: start[shell],
    cwd: work,
    env: { PATH: "/usr/bin:/bin", HOME: home, PS1: "ready> ", INPUTRC: "/dev/null" },
    columns: 100,
  });
  onTestFinished(() => terminal.kill());
  await terminal.waitFor("ready>");
  const load = {
    bash: `. ${script}`,
    zsh: `autoload -U compinit && compinit -u -D && . ${script}`,
  };
  terminal.write(`${load[shell]}; echo loa""ded\r`);
  await terminal.waitFor(/loaded\s+ready>$/);
  return terminal;
}

describe.each(["bash", "zsh"] as const)("in a terminal with %s", (shell) => {
  test("Tab completes commands, options, their values and files", async () => {
    const terminal = await openShell(shell);
    terminal.write("gatehouse control ren\t");
    await terminal.waitFor(/gatehouse control render$/);
    terminal.write("--prof\t");
    await terminal.waitFor(/--profile=?$/);
    terminal.write("\x15gatehouse profile --facts f\t");
    await terminal.waitFor(/--facts facts\.json$/);
    terminal.write("\x15gatehouse rotate --app b\t");
    expect(await terminal.waitFor(/rotate --app both$/)).not.toContain("write");
  });
});

test("in zsh, completions have descriptions", async () => {
  const terminal = await openShell("zsh");
  terminal.write("gatehouse control \t");
  const screen = await terminal.waitFor("check the control file");
  expect(screen).toMatch(/^render +-- write the shared control file/m);
});
