/** What stands above the questions of a wizard, before what it is about. */
export const wizardTitles = { setup: "set up", scope: "scope of" } as const;
