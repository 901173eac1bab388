/** The layers of the suite, each a project of vitest, with the test files that belong to it. */
export const layers = {
  // The slowest first: short files fill the gaps at the end of a run.
  terminal: ["test/pty/**/*.test.{ts,tsx}"],
  system: ["test/system/**/*.test.{ts,tsx}"],
  browser: ["test/browser/**/*.test.{ts,tsx}"],
  // Whole wizards, the embedded forge, and what starts the program or another process.
  program: [
    "test/flows/**/*.test.{ts,tsx}",
    "test/emulator/**/*.test.{ts,tsx}",
    "test/commands/*.test.ts",
    "test/scripts/*.test.ts",
    "test/**/*.program.test.{ts,tsx}",
  ],
  unit: ["test/**/*.test.{ts,tsx}"],
} as const;

export type Layer = keyof typeof layers;

export const layerNames = Object.keys(layers) as Layer[];

/** The patterns of the layers above, which take their files first. */
export function excludedFrom(layer: Layer): string[] {
  return layerNames.slice(0, layerNames.indexOf(layer)).flatMap((each) => layers[each]);
}
