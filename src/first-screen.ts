import { fitScreen, rowsOf } from "../components/fit-screen.ts";
import { createScreenStore } from "../components/screen-store.ts";
import { canDrawScreens } from "./asking/can-draw-screens.ts";
import { chooseTheme } from "./layout/look.ts";
import { paintRows, printingOn } from "./layout/paint.ts";
import { enterScreen, hideCursor, leaveScreen } from "./layout/screen-modes.ts";
import type { FirstHeader } from "./route-screen.ts";
import type { TakenTerminal } from "./asking/taken-terminal.ts";

/** A terminal that has closed is not left. */
const signals = ["SIGINT", "SIGTERM", "SIGQUIT"] as const;

/**
 * Takes the terminal and draws the first screen, which the program then goes on from: loading that takes longer than
 * all of this. Until the program sees to the terminal itself, it is left as it was found however the process ends.
 * @returns nothing where screens cannot be drawn
 */
export function takeScreen(header: FirstHeader): TakenTerminal | undefined {
  const { stdin, stdout, env } = process;
  if (env["INK_SCREEN_READER"] === "true" || !canDrawScreens({ stdin, stdout, env }).ok)
    return undefined;
  const { columns, rows } = stdout;
  const shown = { product: "gatehouse", header: { ...header, outline: [] }, columns, rows };
  const screen = createScreenStore({ ...shown, now: new Date() }).read();
  const drawn = paintRows(rowsOf(fitScreen(screen, chooseTheme(env))), printingOn(stdout, env));

  const handOver = () => {
    process.off("exit", leave);
    for (const signal of signals) process.off(signal, end);
  };
  const leave = () => {
    handOver();
    stdout.write(leaveScreen);
    stdin.setRawMode(false);
  };
  const end = (signal: NodeJS.Signals) => {
    // The program hears it already.
    if (process.listenerCount(signal) > 1) return;
    leave();
    process.kill(process.pid, signal);
  };
  // Heard before anything is taken: a signal between the two would leave the screen standing.
  process.on("exit", leave);
  for (const signal of signals) process.on(signal, end);
  stdin.setRawMode(true);
  stdout.write(enterScreen + hideCursor + drawn);
  return { leave, handOver };
}
