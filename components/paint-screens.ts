import { paintRows, type Printing } from "../src/layout/paint.ts";
import { clearScreen, hideCursor } from "../src/layout/screen-modes.ts";
import { rowsOf, type FittedScreen } from "./fit-screen.ts";
import { hasRoom, moreRoom, type Screen, type ScreenStore } from "./screen-store.ts";

const home = "\u001b[H";
const showCursor = "\u001b[?25h";
/** What is between them the terminal shows at once. @see https://contour-terminal.org/vt-extensions/synchronized-output */
const begin = "\u001b[?2026h";
const end = "\u001b[?2026l";

interface Place extends Pick<Printing, "hasColour"> {
  readonly fit: (screen: Screen) => FittedScreen;
  readonly write: (text: string) => void;
}

/**
 * Draws screens while Ink, which takes longest to load, is not there yet: the same rows in the same places, so that
 * nobody sees who drew them.
 * @returns what ends that, and leaves the cursor where Ink begins
 */
export function paintScreens(store: ScreenStore, { fit, hasColour, write }: Place): () => void {
  let painted: Screen | undefined;
  let shown = "";
  const paint = () => {
    const screen = store.read();
    // A terminal that was made narrower has been wiped, and what is as wide as before would be missing.
    if (screen.columns !== painted?.columns) shown = "";
    const frame = frameOf(screen, { fit, hasColour });
    if (frame !== shown) write(begin + home + frame + end);
    painted = screen;
    shown = frame;
  };
  const stop = store.subscribe(paint);
  paint();
  return () => {
    stop();
    // The same screen is drawn over what stands there; of another one, something could be left.
    write(painted === store.read() ? home : clearScreen);
  };
}

/** Each row to its end, and nothing below the last one. */
function frameOf(screen: Screen, { fit, hasColour }: Omit<Place, "write">): string {
  if (!hasRoom(screen)) return `${hideCursor}${toTheEnd(`${moreRoom}\n`)}`;
  const fitted = fit(screen);
  const { cursor } = fitted;
  const place = cursor ? `\u001b[${cursor.y + 1};${cursor.x + 1}H${showCursor}` : "";
  return hideCursor + toTheEnd(paintRows(rowsOf(fitted), { hasColour })) + place;
}

function toTheEnd(lines: string): string {
  return `${lines.replaceAll("\n", "\u001b[K\n")}\u001b[J`;
}
