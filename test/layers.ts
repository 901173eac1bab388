/** The layers of the suite. Each one is a vitest project with its own test files. */
export const layers = {
  // The slowest files come first, so that short files fill the gaps at the end of a run.
  terminal: ["test/pty/**/*.test.{ts,tsx}"],
  system: ["test/system/**/*.test.{ts,tsx}"],
  browser: ["test/browser/**/*.test.{ts,tsx}"],
  // Complete wizards, the embedded forge, and tests that start the program or another process.
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

/** Returns the patterns of the preceding layers, which have precedence. */
export function excludedFrom(layer: Layer): string[] {
  return layerNames.slice(0, layerNames.indexOf(layer)).flatMap((each) => layers[each]);
}
