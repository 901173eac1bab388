import { render } from "ink";
import type { View } from "./fit-rows.ts";
import { fitScreen, type Shorten } from "./fit-screen.ts";
import type { Screen, ScreenStore } from "./screen-store.ts";
import type { Theme } from "../src/layout/look.ts";
import { Wizard } from "./wizard.tsx";

interface Place {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly theme: Theme;
  readonly isSpoken: boolean;
  readonly shorten: Shorten;
}

export interface MountedWizard {
  readonly unmount: () => void;
  /** How the body of a question stands on the screen. */
  readonly viewBody: (screen: Screen) => View;
}

/** Lets Ink draw the screen; keys do not go through it. */
export function mountWizard(
  store: ScreenStore,
  { stdin, stdout, theme, isSpoken, shorten }: Place,
): MountedWizard {
  const fit = rememberLast((screen: Screen) => fitScreen(screen, theme, shorten));
  const { unmount } = render(<Wizard store={store} fit={fit} />, {
    stdin,
    stdout: withoutHeight(stdout),
    exitOnCtrlC: false,
    isScreenReaderEnabled: isSpoken,
    patchConsole: false,
  });
  const viewBody = (screen: Screen) => (isSpoken ? whole : fit(screen).body);
  return { unmount: () => unmount(), viewBody };
}

/** A key is pressed on the screen that was drawn last, which need not be laid out again for it. */
function rememberLast<Given extends object, Result>(
  work: (given: Given) => Result,
): (given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, result: work(given) };
    return last.result;
  };
}

/** What is spoken is said to its end at once. */
const whole: View = { rows: [], start: 0, page: 0, last: 0 };

/**
 * The terminal, for someone who need not know its height. When a frame has as many rows as the terminal, as one has
 * for a moment after the window was made lower, Ink wipes the scrollback; the screens fit themselves.
 */
function withoutHeight(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  return new Proxy(stdout, {
    get: (target, name) => {
      if (name === "rows") return Number.POSITIVE_INFINITY;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
