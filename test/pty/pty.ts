import { readSync } from "node:fs";
import { spawn, type IPty } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { requireRunnable } from "../printed/check-printed.ts";
import { splitWords } from "../printed/find-printed.ts";

export interface TerminalOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly columns?: number;
  readonly rows?: number;
}

export interface ProgramInTerminal {
  /** Returns the visible lines of the terminal, without trailing spaces. */
  screen(): string;
  /** Waits until the screen shows the text, and returns the screen. */
  waitFor(wanted: string | RegExp): Promise<string>;
  write(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Returns the lines that have scrolled off the main screen. */
  scrollback(): string;
  /** Returns every byte that the program wrote. */
  raw(): string;
  kill(signal?: NodeJS.Signals): void;
  /** Closes the terminal, as closing its window does. */
  hangUp(): void;
  readonly terminal: xterm.Terminal;
  readonly pid: number;
  /** Fails if gatehouse prints a command that cannot run as printed. */
  readonly exited: Promise<{ exitCode: number; signal: number | undefined }>;
}

/**
 * Timeout of `waitFor` and `exited` in milliseconds, after which they fail and report the screen.
 * It allows for a machine busy with five other programs.
 */
const limitMilliseconds = 90_000;

/**
 * Starts a program in a real terminal of its own. The caller must stop it, with `kill` or a key.
 */
export function startInTerminal(options: TerminalOptions): ProgramInTerminal {
  const { command, args = [], columns = 80, rows = 24, cwd = process.cwd() } = options;
  const env = cleanEnvironment(options.env);
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const size = { cols: columns, rows };
  const child = open(spawn(command, [...args], { ...size, cwd, env, name: env["TERM"] ?? "" }));
  const watchers = new Set<() => void>();
  const isDrawing = watchFrames(terminal);
  const output: string[] = [];
  let end: { exitCode: number; signal: number | undefined } | undefined;
  const onMessage = (data: string) => {
    output.push(data);
    terminal.write(data, () => watchers.forEach((read) => read()));
  };
  child.onData(onMessage);
  child.once("end", () => onMessage(readRest(child.fd)));
  child.onExit(({ exitCode, signal }) => {
    // Runs after the last bytes, which the parser may still be processing.
    terminal.write("", () => {
      end = { exitCode, signal };
      watchers.forEach((read) => read());
    });
  });
  const screen = () => readLines(terminal, terminal.buffer.active.viewportY, terminal.rows);

  function until<T>(what: string, read: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => fail("did not come in time"), limitMilliseconds);
      const stop = () => {
        clearTimeout(limit);
        watchers.delete(check);
      };
      const fail = (why: string) => {
        stop();
        reject(new Error(`${what} ${why}. The screen:\n${screen()}`));
      };
      const check = () => {
        if (isDrawing() && !end) return;
        const found = read();
        if (found !== undefined) {
          stop();
          resolve(found);
        } else if (end && what !== exit) fail(`cannot come: the program ended (${end.exitCode})`);
      };
      watchers.add(check);
      check();
    });
  }

  const exited = until(exit, () => end).then(async (ended) => {
    const given = givenWords(command, args);
    if (given) await requireRunnable(readUnwrapped(terminal), given);
    return ended;
  });
  // A test that fails before it waits for the exit must not fail twice.
  exited.catch(() => {});
  return {
    screen,
    waitFor: (wanted) =>
      until(`"${String(wanted)}"`, () => (shows(screen(), wanted) ? screen() : undefined)),
    write: (keys) => child.write(keys),
    resize: (cols, lines) => {
      terminal.resize(cols, lines);
      child.resize(cols, lines);
    },
    scrollback: () => readLines(terminal, 0, terminal.buffer.normal.baseY),
    raw: () => output.join(""),
    kill: (signal) => {
      if (!end) child.kill(signal ?? "SIGKILL");
    },
    hangUp: () => child.destroy(),
    terminal,
    pid: child.pid,
    exited,
  };
}

const exit = "the end of the program";

interface OpenTerminal extends IPty {
  readonly fd: number;
  once(event: "end", onMessage: () => void): void;
  /** Closes the terminal. */
  destroy(): void;
}

/** Adds members that the package's types omit. */
function open(child: IPty): OpenTerminal {
  return child as OpenTerminal;
}

/**
 * Reads the data that the operating system still has when Node reports the end. A terminal returns
 * at most 4 KB at once, and libuv treats a short read from a closed terminal as its end.
 */
function readRest(fd: number): string {
  const parts: Buffer[] = [];
  const buffer = Buffer.alloc(4096);
  try {
    for (let size; (size = readSync(fd, buffer)) > 0;) {
      parts.push(Buffer.from(buffer.subarray(0, size)));
    }
  } catch {
    // EIO: no writer is left. EAGAIN: the remaining writers write nothing now.
  }
  return Buffer.concat(parts).toString();
}

/**
 * Returns a function that reports whether a frame is incomplete. Ink marks the start and the end of
 * each frame (mode 2026).
 */
function watchFrames({ parser }: xterm.Terminal): () => boolean {
  let isDrawing = false;
  for (const final of ["h", "l"]) {
    parser.registerCsiHandler({ prefix: "?", final }, ([mode]) => {
      if (mode === 2026) isDrawing = final === "h";
      return false;
    });
  }
  return () => isDrawing;
}

function shows(screen: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen);
}

function readLines(terminal: xterm.Terminal, start: number, count: number): string {
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: count }, (_, index) =>
    buffer.getLine(start + index)?.translateToString(true),
  );
  return lines.join("\n").trimEnd();
}

/** Returns everything that the terminal shows, without the line breaks that the terminal adds. */
function readUnwrapped({ buffer: { active } }: xterm.Terminal): string {
  const rows = Array.from({ length: active.length }, (_, index) => active.getLine(index));
  const text = rows.map((row) => `${row?.isWrapped ? "" : "\n"}${row?.translateToString(true)}`);
  return text.join("");
}

/** Returns the words after the name of gatehouse; undefined if another program was started. */
function givenWords(command: string, args: readonly string[]): readonly string[] | undefined {
  const own = args.findIndex((word) => word.endsWith("/dist/cli.js"));
  if (own !== -1) return args.slice(own + 1);
  const [option, line = ""] = args;
  const isTyped = command === "bash" && option === "-c" && line.startsWith("gatehouse ");
  return isTyped ? splitWords(line).slice(1) : undefined;
}

const drawing = ["CI", "CONTINUOUS_INTEGRATION", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "LC_CTYPE"];

/**
 * Returns the test's environment without variables that change how a program draws, unless a test
 * sets them.
 */
function cleanEnvironment(env: TerminalOptions["env"] = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !drawing.includes(name));
  const all = { ...Object.fromEntries(own), TERM: "xterm-256color", LANG: "C.UTF-8", ...env };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
