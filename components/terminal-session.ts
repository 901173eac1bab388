import type { Stops } from "../src/prompts/stops.ts";
import { clearScreen, enterScreen, leaveScreen } from "../src/terminal/screen-modes.ts";

export interface TerminalSession {
  /** Leaves the terminal as it was found. May be called twice: the second time answers false. */
  close(): boolean;
}

interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stops: Pick<Stops, "beforeEnd" | "isHungUp">;
  /** Called before the screen is left: whatever still draws has to stop. */
  readonly onClose: () => void;
  readonly onResize: (size: { columns: number; rows: number }) => void;
}

/** Takes the alternate screen until it is closed, or the process ends in whatever way. */
export function openTerminal(terminal: Terminal): TerminalSession {
  const { stdin, stdout, stops, onClose, onResize } = terminal;
  let width = stdout.columns;
  let isOpen = true;
  const resize = () => {
    // Lines that the terminal wraps when it narrows are not where Ink believes them to be.
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
    // A terminal that is gone takes nothing more, and has no settings to go back to.
    if (stops.isHungUp()) return true;
    stdout.write(leaveScreen);
    if (stdin.isTTY) stdin.setRawMode(false);
    return true;
  };
  stdout.on("resize", resize);
  // An error that nobody caught is printed after this, where it stays readable.
  process.on("exit", close).on("uncaughtExceptionMonitor", close);
  stops.beforeEnd(close);
  stdin.setRawMode(true);
  stdout.write(enterScreen);
  return { close };
}
