/** Actions for a link that is shown on a screen. */
export interface ShortLinks {
  /**
   * Returns a short local URL that redirects to the link while the program runs. If the operator
   * does not use this machine's browser, returns the link itself. A link always gets the same short
   * URL.
   */
  shorten(link: string): string;
  /** Opens a link in the operator's browser. Returns false if no browser opened it. */
  open(link: string): Promise<boolean>;
  /** Copies text to this machine's clipboard. Returns false if no clipboard is available. */
  copy(text: string): Promise<boolean>;
}

/** Actions for operators who do not use this machine's browser and clipboard. */
export const noShortLinks: ShortLinks = {
  shorten: (link) => link,
  open: () => Promise.resolve(false),
  copy: () => Promise.resolve(false),
};
