import { giveHands } from "../../../pty/setup-hands.ts";
import { notOurs, startWizard } from "../../../pty/setup-wizard.ts";
import type { Wizard } from "../../../pty/setup-hands.ts";
import type { Machine } from "../installed.ts";

/** A shell in a real terminal, operated by a user. */
export interface Shell extends Wizard {
  /** Types a command, and waits for the next prompt. */
  type(line: string): Promise<Typed>;
  /** Types a command without waiting until it exits. */
  start(line: string): Promise<void>;
  /** Waits until the last started command has exited. */
  end(): Promise<Typed>;
}

/** The text between two prompts, with wrapped rows joined. */
interface Typed {
  readonly code: number;
  readonly out: string;
}

/** Opens a terminal of 80 columns and 24 rows with bash until the test ends. */
export function openShell({ project, env }: Machine): Shell {
  const program = startWizard({
    command: "bash",
    args: ["--noprofile", "--norc", "-i"],
    cwd: project,
    // The prompt contains the number of commands before it, and the exit code of the last one.
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

/** Variables of the user's own sessions that a test must not pass to the program. */
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
 * Returns the command printed below this text, unchanged.
 * @throws Error if the command is missing
 */
export function nextStep(out: string, words: string): string {
  const begin = words
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(" ", String.raw`[\s│]+`);
  const command = new RegExp(String.raw`${begin}[^\n]*\n {3}(gatehouse (?:[^\n\\]|\\\n)*)`);
  const [, found] = command.exec(out) ?? [];
  if (found === undefined) throw new Error(`Nothing was to be typed below "${words}":\n${out}`);
  return found;
}
