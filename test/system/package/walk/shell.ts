import { giveHands } from "../../../pty/setup-hands.ts";
import { notOurs, startWizard } from "../../../pty/setup-wizard.ts";
import type { Wizard } from "../../../pty/setup-hands.ts";
import type { Machine } from "../installed.ts";

/** A shell in a real terminal, and somebody who types, reads and presses keys. */
export interface Shell extends Wizard {
  /** Types a line, and waits until the shell asks for another. */
  type(line: string): Promise<Typed>;
  /** Types a line, and goes on while it runs. */
  start(line: string): Promise<void>;
  /** Waits until what was started last has ended. */
  end(): Promise<Typed>;
}

/** What stands between two prompts, with wide rows put together again. */
interface Typed {
  readonly code: number;
  readonly out: string;
}

/** Opens a terminal of 80 columns and 24 rows with bash in it; it ends with the test. */
export function openShell({ project, env }: Machine): Shell {
  const program = startWizard({
    command: "bash",
    args: ["--noprofile", "--norc", "-i"],
    cwd: project,
    // The prompt tells how many lines were typed before it, and how the last of them ended.
    env: { ...notOurs, ...notTheirs, ...env, PS1: String.raw`[\# $?] `, PS2: "" },
  });
  let lines = 1;
  let first = 0;
  const { buffer } = program.terminal;
  const row = () => buffer.normal.baseY + buffer.normal.cursorY;
  const start: Shell["start"] = async (line) => {
    await program.waitFor(prompt(lines));
    first = row();
    lines += 1;
    program.write(`${line.replaceAll("\n", "\r")}\r`);
  };
  const end: Shell["end"] = async () => {
    const screen = await program.waitFor(prompt(lines));
    const [, code = ""] = prompt(lines).exec(screen) ?? [];
    return { code: Number(code), out: readRows(program, first, row()) };
  };
  const type: Shell["type"] = async (line) => {
    await start(line);
    return end();
  };
  return { ...giveHands(program), start, end, type };
}

/** What a person's own sessions would tell the program. */
const notTheirs = {
  XDG_STATE_HOME: undefined,
  XDG_CONFIG_HOME: undefined,
  XDG_CACHE_HOME: undefined,
  FORGE_CONFIG_DIR: undefined,
  FORGE_HOST: undefined,
};

function prompt(line: number): RegExp {
  return new RegExp(String.raw`^\[${line} (\d+)\]$`, "m");
}

function readRows({ terminal }: Wizard, first: number, end: number): string {
  const rows = Array.from({ length: end - first }, (_, index) => {
    const row = terminal.buffer.normal.getLine(first + index);
    return `${row?.isWrapped === false ? "\n" : ""}${row?.translateToString(true) ?? ""}`;
  });
  return rows.join("");
}

/**
 * The command that is printed below these words, as it is printed.
 * @throws Error where there is none
 */
export function nextStep(out: string, words: string): string {
  const begin = words
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(" ", String.raw`[\s│]+`);
  const command = new RegExp(String.raw`${begin}[^\n]*\n {3}(gatehouse (?:[^\n\\]|\\\n)*)`);
  const [, found] = command.exec(out) ?? [];
  if (found === undefined) throw new Error(`Nothing is to be typed below "${words}":\n${out}`);
  return found;
}
