/** What stands above the questions of a wizard, before what it is about. */
export const wizardTitles = {
  setup: "set up",
  scope: "scope of",
  rotate: "rotate",
  remove: "remove",
} as const;

/** What stands above the first question of `gatehouse` alone. */
export const beginningTitle = { title: "what to do", subject: "in this folder" } as const;
