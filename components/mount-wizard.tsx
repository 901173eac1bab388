import { render } from "ink";
import type { FittedScreen } from "./fit-screen.ts";
import type { Screen, ScreenStore } from "./screen-store.ts";
import { Wizard } from "./wizard.tsx";
import { withoutHeight } from "./without-height.ts";

interface Location {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** Lays out a screen. */
  readonly fit: (screen: Screen) => FittedScreen;
  readonly isSpoken: boolean;
}

/**
 * Mounts Ink for the wizard. Ink does not receive any keys. @returns a function that unmounts it
 */
export function mountWizard(
  store: ScreenStore,
  { stdin, stdout, fit, isSpoken }: Location,
): () => void {
  const { unmount } = render(<Wizard store={store} fit={fit} />, {
    stdin,
    stdout: withoutHeight(stdout),
    exitOnCtrlC: false,
    isScreenReaderEnabled: isSpoken,
    patchConsole: false,
  });
  return () => unmount();
}
