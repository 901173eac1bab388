/** Titles of the wizards, shown before the name of the repository or host. */
export const wizardTitles = {
  setup: "set up",
  scope: "scope of",
  rotate: "rotate",
  remove: "remove",
} as const;

/** Title of the question that `gatehouse` without a command asks first. */
export const beginningTitle = { title: "what to do", subject: "in the current directory" } as const;

/**
 * Formats the host as the subject of a wizard that has no repository yet. Removes the scheme of a
 * URL.
 */
export function hostTitle(host: string): string {
  return host.replace(/^http:\/\//i, "").replace(/\/$/, "");
}
