import { render } from "ink";
import type { View } from "./fit-rows.ts";
import { fitScreen, type Shorten } from "./fit-screen.ts";
import type { Screen, ScreenStore } from "./screen-store.ts";
import type { Theme } from "../src/layout/look.ts";
import { Wizard } from "./wizard.tsx";
import { withoutHeight } from "./without-height.ts";

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
