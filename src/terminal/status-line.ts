import { ourEnvironment } from "../shared/child-environment.ts";
import { paintRows, printingOn } from "./paint.ts";
import { marked, textRows } from "./rows.ts";

type Stream = Pick<NodeJS.WriteStream, "write"> & Parameters<typeof printingOn>[0];

/** What is said meanwhile: the last of it alone, and in the end nothing. */
export interface StatusLine {
  readonly say: (what: string) => void;
  readonly end: () => void;
}

const clear = "\r\u001b[K";

interface Elsewhere {
  /** Whether all of it is printed where no terminal shows it, or none. */
  readonly elsewhere?: "rows" | "nothing";
}

/** One row that changes, beside what is printed. A terminal that cannot take a row back is none. */
export function openStatusLine(
  stream: Stream = process.stderr,
  { elsewhere = "nothing" }: Elsewhere = {},
): StatusLine {
  const env = ourEnvironment();
  const isChanging = stream.isTTY === true && env["TERM"] !== "dumb";
  const draw = (what: string) => {
    const printing = printingOn(stream, env);
    const rows = textRows(what, { look: printing.look, lead: marked(printing.look, "active") });
    // A second row would stay behind.
    return paintRows(isChanging ? rows.slice(0, 1) : rows, printing);
  };
  return {
    say(what) {
      if (isChanging) stream.write(`${clear}${draw(what).trimEnd()}`);
      else if (elsewhere === "rows") stream.write(draw(what));
    },
    end: () => void (isChanging && stream.write(clear)),
  };
}
