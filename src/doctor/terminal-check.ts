import { canDrawScreens } from "../prompts/can-draw-screens.ts";
import { readsUnicode } from "../terminal/reads-unicode.ts";
import { ok, warning } from "./check.ts";
import type { Examination, Found } from "./check.ts";

interface Terminal {
  readonly stdin: Pick<NodeJS.ReadStream, "isTTY">;
  readonly stdout: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "rows">;
  readonly env: NodeJS.ProcessEnv;
}

export function terminalExamination(terminal: Terminal): Examination {
  return {
    id: "terminal",
    title: "Terminal",
    isNeeded: false,
    run: () => checkTerminal(terminal),
  };
}

export function checkTerminal(terminal: Terminal): Found {
  const { stdin, stdout, env } = terminal;
  const isColoured = stdout.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  const manner = [
    ...(stdout.isTTY ? [`${stdout.columns} columns, ${stdout.rows} rows`] : []),
    isColoured ? "colors" : "no colors",
    readsUnicode(env) ? "Unicode" : "ASCII only",
  ].join(", ");
  const screens = canDrawScreens(terminal);
  if (screens.ok) return ok(manner);
  const cannotAsk = !stdin.isTTY || !stdout.isTTY;
  return warning(
    `${screens.reason}; ${cannotAsk ? "questions cannot be asked here" : "plain text is used"}`,
    cannotAsk
      ? [{ text: "Run wizards in a terminal, or pass --answers FILE" }]
      : [{ text: "Enlarge the terminal to use screens" }],
  );
}
