/** Wizard titles. The name of the repository or host is shown after them. */
export const wizardTitles = {
  setup: "set up",
  scope: "scope of",
  rotate: "rotate",
  remove: "remove",
} as const;

/** Title of the first question that `gatehouse` asks if it is run without a command. */
export const beginningTitle = { title: "what to do", subject: "in the current directory" } as const;

/**
 * Formats the host as the subject of a wizard that has no repository yet. Removes the scheme from a
 * URL.
 */
export function hostTitle(host: string): string {
  return host.replace(/^http:\/\//i, "").replace(/\/$/, "");
}
