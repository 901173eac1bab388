import { ourEnvironment } from "../shared/child-environment.ts";
import { paintRows, printingOn } from "./paint.ts";
import { marked, textRows } from "./rows.ts";

type Stream = Pick<NodeJS.WriteStream, "write"> & Parameters<typeof printingOn>[0];

/** A line that shows the current activity and is cleared at the end. */
export interface StatusLine {
  readonly report: (what: string) => void;
  readonly end: () => void;
}

const clear = "\r\u001b[K";

interface Elsewhere {
  /** Output on a stream that is not a terminal: one row for each status, or none. */
  readonly elsewhere?: "rows" | "nothing";
}

/**
 * Opens a status row below the output. A terminal that cannot clear the row is treated as if the
 * output were not a terminal.
 */
export function openStatusLine(
  stream: Stream = process.stderr,
  { elsewhere = "nothing" }: Elsewhere = {},
): StatusLine {
  const env = ourEnvironment();
  const isChanging = stream.isTTY === true && env["TERM"] !== "dumb";
  const draw = (what: string) => {
    const printing = printingOn(stream, env);
    const rows = textRows(what, {
      style: printing.style,
      prefix: marked(printing.style, "active"),
    });
    // Draws only one row, because `clear` clears only one row.
    return paintRows(isChanging ? rows.slice(0, 1) : rows, printing);
  };
  return {
    report(what) {
      if (isChanging) stream.write(`${clear}${draw(what).trimEnd()}`);
      else if (elsewhere === "rows") stream.write(draw(what));
    },
    end: () => void (isChanging && stream.write(clear)),
  };
}
