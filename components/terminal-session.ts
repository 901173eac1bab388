import type { Stops } from "../src/prompts/stops.ts";
import { clearScreen, enterScreen, leaveScreen } from "../src/terminal/screen-modes.ts";

export interface TerminalSession {
  /** Restores the terminal. Returns false if the session is already closed. */
  close(): boolean;
}

interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stops: Pick<Stops, "beforeEnd" | "isHungUp">;
  /** Called before the alternate screen is closed, to stop everything that still draws. */
  readonly onClose: () => void;
  readonly onResize: (size: { columns: number; rows: number }) => void;
}

/** Uses the alternate screen until the session is closed or the process ends for any reason. */
export function openTerminal(terminal: Terminal): TerminalSession {
  const { stdin, stdout, stops, onClose, onResize } = terminal;
  let width = stdout.columns;
  let isOpen = true;
  const resize = () => {
    // When the terminal becomes narrower, it wraps lines, so they are not where Ink expects them.
    if (stdout.columns < width) stdout.write(clearScreen);
    width = stdout.columns;
    onResize({ columns: stdout.columns, rows: stdout.rows });
  };
  const close = () => {
    if (!isOpen) return false;
    isOpen = false;
    stdout.off("resize", resize);
    process.off("exit", close).off("uncaughtExceptionMonitor", close);
    onClose();
    // A closed terminal does not accept output, and its settings cannot be restored.
    if (stops.isHungUp()) return true;
    stdout.write(leaveScreen);
    if (stdin.isTTY) stdin.setRawMode(false);
    return true;
  };
  stdout.on("resize", resize);
  // Node prints an uncaught error after this handler, so the error stays readable.
  process.on("exit", close).on("uncaughtExceptionMonitor", close);
  stops.beforeEnd(close);
  stdin.setRawMode(true);
  stdout.write(enterScreen);
  return { close };
}
