/** Titles of the wizards, shown before their subject. */
export const wizardTitles = {
  setup: "set up",
  scope: "scope of",
  rotate: "rotate",
  remove: "remove",
} as const;

/** Title of the first question of `gatehouse` without a command. */
export const beginningTitle = { title: "what to do", subject: "in the current directory" } as const;

/**
 * Formats a host as the subject of a wizard that has no repository yet. Drops the scheme of an
 * address.
 */
export function hostTitle(host: string): string {
  return host.replace(/^http:\/\//i, "").replace(/\/$/, "");
}
