import { readKeys, type Key } from "../src/prompts/read-keys.ts";
import type { Stops } from "../src/prompts/stops.ts";
import { chooseTheme } from "../src/terminal/render-options.ts";
import { paintRows, printingOn, type Draw } from "../src/terminal/paint.ts";
import { createLiveStore } from "./live-store.ts";
import type { KeyHint } from "./lay-keys.ts";
import { loadInk } from "./load-ink.ts";
import { openTerminal } from "./terminal-session.ts";

export interface LiveOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly stops: Stops;
  readonly draw: Draw;
  readonly keys: readonly KeyHint[];
  /**
   * Called with a letter, `enter` or `leave`. `leave` means q, Ctrl-C or Ctrl-D, which close every
   * live screen.
   */
  readonly onKey: (key: string) => void;
}

/** A screen whose rows change while it is open. */
export interface LiveScreen {
  show(draw: Draw, keys: readonly KeyHint[]): void;
  /** Restores the terminal and prints the rows that were shown last. */
  close(): void;
}

/** Opens a live screen, which uses the terminal's alternate screen until it is closed. */
export async function openLive(options: LiveOptions): Promise<LiveScreen> {
  const { stdin, stdout, env, stops, keys, onKey } = options;
  const { columns, rows } = stdout;
  let { draw } = options;
  const store = createLiveStore(chooseTheme(env), { draw, keys, columns, rows, scroll: 0 });
  let unmount: () => void = () => undefined;
  const terminal = openTerminal({
    stdin,
    stdout,
    stops,
    onClose: () => unmount(),
    onResize: (size) => store.update(size),
  });
  const stopReading = readKeys(stdin, (key) => {
    const pages = pagesOf(key);
    if (pages === undefined) onKey(nameOf(key));
    else store.scrollBy(pages);
  });
  const { mountLive } = await loadInk(env, () => import("./mount-live.tsx"));
  ({ unmount } = mountLive(store, { stdin, stdout }));
  return {
    show: (next, nextKeys) => {
      draw = next;
      store.update({ draw, keys: nextKeys });
    },
    close: () => {
      stopReading();
      if (!terminal.close() || stops.isHungUp()) return;
      const printing = printingOn(stdout, env);
      stdout.write(paintRows(draw(printing.style), printing));
    },
  };
}

function pagesOf({ name }: Key): number | undefined {
  if (name === "pagedown" || name === "down") return 1;
  if (name === "pageup" || name === "up") return -1;
  return undefined;
}

function nameOf(key: Key): string {
  if (key.name === "interrupt" || key.name === "delete-line") return "leave";
  if (!("text" in key)) return key.name;
  return key.text === "q" ? "leave" : key.text;
}
