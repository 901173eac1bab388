/** Pages that come with their commands. Nothing of this is left when these are there. */
export const arrivingPages: readonly string[] = [
  "docs/completion.md",
  "docs/doctor.md",
  "docs/remove.md",
];
