import { printingOn } from "../src/layout/paint.ts";
import type { FittedScreen } from "./fit-screen.ts";
import { loadInk } from "./load-ink.ts";
import { paintScreens } from "./paint-screens.ts";
import type { Screen, ScreenStore } from "./screen-store.ts";

interface Place {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
  /** Lays a screen out. */
  readonly fit: (screen: Screen) => FittedScreen;
  readonly isSpoken: boolean;
}

/**
 * Draws the screen whenever it changes. Ink does, and is loaded when there is time for it: once a question or a wait is
 * shown, behind which nobody notices. What comes before is painted without it.
 * @returns what ends it
 */
export async function drawScreens(store: ScreenStore, place: Place): Promise<() => void> {
  const { stdin, stdout, env, fit, isSpoken } = place;
  const mount = async () => {
    const { mountWizard } = await loadInk(env, () => import("./mount-wizard.tsx"));
    return () => mountWizard(store, { stdin, stdout, fit, isSpoken });
  };
  // Only Ink knows how a screen is said.
  if (isSpoken) return (await mount())();
  const write = (text: string) => void stdout.write(text);
  let isOver = false;
  let stopDrawing = paintScreens(store, { fit, write, ...printingOn(stdout, env) });
  const takeOver = async () => {
    const draw = await mount();
    if (isOver) return;
    stopDrawing();
    stopDrawing = draw();
  };
  const stopWaiting = store.subscribe(() => {
    if (store.read().open === undefined) return;
    stopWaiting();
    setImmediate(() => void takeOver());
  });
  return () => {
    isOver = true;
    stopWaiting();
    stopDrawing();
  };
}
