/** What can be done with a link that stands on a screen. */
export interface ShortLinks {
  /**
   * A short address on this machine that leads to the link while the program runs; the link itself where no browser of
   * this machine would follow it. The same link has the same address.
   */
  shorten(link: string): string;
  /** Opens it in the operator's browser; false when none took it. */
  open(link: string): Promise<boolean>;
  /** Puts text on the clipboard of this machine; false when there is none that a program can reach. */
  copy(text: string): Promise<boolean>;
}

/** Where no browser and no clipboard of this machine is the operator's. */
export const noShortLinks: ShortLinks = {
  shorten: (link) => link,
  open: () => Promise.resolve(false),
  copy: () => Promise.resolve(false),
};
