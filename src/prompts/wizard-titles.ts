/** What stands above the questions of a wizard, before what it is about. */
export const wizardTitles = {
  setup: "set up",
  scope: "scope of",
  rotate: "rotate",
  remove: "remove",
} as const;

/** What stands above the first question of `gatehouse` alone. */
export const beginningTitle = { title: "what to do", subject: "in this folder" } as const;

/** What a wizard is about before it has a repository: a host as it is named from then on, also where it was typed as an address. */
export function hostTitle(host: string): string {
  return host.replace(/^http:\/\//i, "").replace(/\/$/, "");
}
