/** Actions for a link on a screen. */
export interface ShortLinks {
  /**
   * Returns a short local address that redirects to the link while the program runs. Returns the
   * link itself if this machine's browser would not follow it. Each link always gets the same
   * address.
   */
  shorten(link: string): string;
  /** Opens a link in the operator's browser. Returns false if no browser opened it. */
  open(link: string): Promise<boolean>;
  /** Copies text to this machine's clipboard. Returns false if no clipboard is available. */
  copy(text: string): Promise<boolean>;
}

/** For a machine whose browser and clipboard the operator does not use. */
export const noShortLinks: ShortLinks = {
  shorten: (link) => link,
  open: () => Promise.resolve(false),
  copy: () => Promise.resolve(false),
};
