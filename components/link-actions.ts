import type { ShortLinks } from "../src/prompts/short-links.ts";
import { createRenderOptions, type Theme } from "../src/terminal/render-options.ts";
import { shownLink } from "../src/terminal/rows.ts";
import { linkOf, type LinkAct } from "./keys/links.ts";
import type { ScreenStore } from "./screen-store.ts";

/** Performs a key's action on the screen's link, and shows the result on the screen. */
export interface LinkHands {
  do(act: LinkAct): void;
}

export function createLinkHands(
  store: ScreenStore,
  {
    shortLinks,
    theme,
    write,
  }: { shortLinks: ShortLinks; theme: Theme; write: (text: string) => void },
): LinkHands {
  const report = (remark: string) => store.update({ remark });
  const open = async (link: string) => {
    const isOpen = await shortLinks.open(link);
    report(
      isOpen ? "Opened in your browser." : "Could not start a browser. Open the link yourself.",
    );
  };
  const shorten = (link: string) => {
    const style = createRenderOptions(theme, store.read().columns);
    return shownLink(link, { ...style, shorten: (address) => shortLinks.shorten(address) });
  };
  const copy = async (link: string) => {
    const shown = store.read().isLinkLong
      ? shownLink(link, createRenderOptions(theme, store.read().columns))
      : shorten(link);
    if (await shortLinks.copy(shown)) return report("Copied.");
    write(clipboardSequence(shown));
    report("Sent to your terminal's clipboard.");
  };
  return {
    do: (act) => {
      const link = linkOf(store.read());
      if (link === undefined) return;
      if (act === "lengthen") {
        const { isLinkLong } = store.read();
        return store.update({ isLinkLong: !isLinkLong && shorten(link) !== link });
      }
      void (act === "open" ? open(link) : copy(link));
    },
  };
}

/**
 * Returns the control sequence that makes the terminal copy text to the clipboard.
 * @see https://invisible-island.net/xterm/ctlseqs, OSC 52
 */
function clipboardSequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`;
}
