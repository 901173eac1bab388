export type ScreenVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Minimum terminal width, in columns, at which every question can be read and answered. */
export const leastColumns = 40;
export const leastRows = 10;

/**
 * Checks, before Ink is loaded, whether the terminal can draw screens. If it cannot, plain lines
 * are used.
 */
export function canDrawScreens({
  stdin,
  stdout,
  env,
}: {
  stdin: Pick<NodeJS.ReadStream, "isTTY">;
  stdout: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "rows">;
  env: NodeJS.ProcessEnv;
}): ScreenVerdict {
  if (!stdin.isTTY) return refuse("standard input is not a terminal");
  if (!stdout.isTTY) return refuse("standard output is not a terminal");
  if (env["TERM"] === "dumb") return refuse("the terminal cannot move its cursor (TERM=dumb)");
  if (stdout.columns < leastColumns) {
    return refuse(
      `the terminal has ${stdout.columns} columns; screens require at least ${leastColumns}`,
    );
  }
  if (stdout.rows < leastRows) {
    return refuse(`the terminal has ${stdout.rows} rows; screens require at least ${leastRows}`);
  }
  return { ok: true };
}

function refuse(reason: string): ScreenVerdict {
  return { ok: false, reason };
}
