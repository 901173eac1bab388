import type { LoggedDecision } from "../../firewall/log/logged-decision.ts";
import { addDecisions, emptyTally } from "../../firewall/log/tally.ts";
import type { Tally } from "../../firewall/log/tally.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { paintRows, printRows, printingOn } from "../../terminal/paint.ts";
import { textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { printNews, summaryRows } from "./print-logs.ts";

/** The live display of a run. */
export interface LiveView {
  add(decisions: readonly LoggedDecision[]): void;
  /** Restores the terminal. */
  close(): void;
}

interface Leaving {
  readonly onLeave: () => void;
}

const enter = "\u001B[?1049h\u001B[?25l";
const leave = "\u001B[?25h\u001B[?1049l";
const home = "\u001B[H";
const eraseRest = "\u001B[J";
const eraseLine = "\u001B[K";

/** Keys that close the screen: q, Ctrl-C and Ctrl-D. In raw mode, they arrive as ordinary bytes. */
const leaveKeys = ["q", "\u0003", "\u0004"];

/** Signals to handle, because they would otherwise end the process while the cursor is hidden. */
const stops = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Opens a live screen on a terminal. Otherwise, prints one line per decision. */
export function openView(folder: string, leaving: Leaving): LiveView {
  const { stdin, stdout } = process;
  const isScreen = stdin.isTTY && stdout.isTTY && process.env["TERM"] !== "dumb";
  return isScreen ? openScreen(folder, leaving) : openLines(leaving);
}

function openLines({ onLeave }: Leaving): LiveView {
  process.once("SIGINT", onLeave).once("SIGTERM", onLeave);
  return {
    add: (decisions) => printNews(decisions, { json: false }),
    close: () => void process.off("SIGINT", onLeave).off("SIGTERM", onLeave),
  };
}

function openScreen(folder: string, { onLeave }: Leaving): LiveView {
  const { stdin, stdout } = process;
  let tally = emptyTally;
  const draw = () => {
    const printing = printingOn(stdout, ourEnvironment());
    const rows = liveRows({ tally, folder }, printing.style, stdout.rows);
    const lines = paintRows(rows, printing).replaceAll("\n", `${eraseLine}\r\n`);
    stdout.write(`${home}${lines}${eraseRest}`);
  };
  const press = (keys: Buffer) => {
    if (leaveKeys.some((key) => keys.includes(key))) onLeave();
  };
  stdin.setRawMode(true).resume().on("data", press);
  stdout.on("resize", draw);
  for (const name of stops) process.once(name, onLeave);
  stdout.write(enter);
  draw();
  return {
    add(decisions) {
      tally = addDecisions(tally, decisions);
      draw();
    },
    close() {
      stdin.off("data", press).setRawMode(false).pause();
      stdout.off("resize", draw);
      for (const name of stops) process.off(name, onLeave);
      stdout.write(leave);
      printRows((style) => summaryRows({ ...tally, folder, unread: 0 }, style));
    },
  };
}

/**
 * Formats as many rows as fit. Blocked requests come first, and the last row states the number of
 * hidden requests.
 */
export function liveRows(
  { tally, folder }: { readonly tally: Tally; readonly folder: string },
  style: RenderOptions,
  height: number,
): readonly Row[] {
  const rows = summaryRows({ ...tally, folder, unread: 0, reasons: {} }, style);
  const keys = textRows("q leave", { style });
  // The last row stays empty, because a line break in it would scroll the screen.
  const room = height - keys.length - 1;
  if (rows.length < room) return [...rows, [], ...keys];
  const more = textRows(`${count(rows.length - room + 1, "more row")} below`, { style });
  return [...rows.slice(0, Math.max(room - more.length, 0)), ...more, ...keys];
}
