import type { Examples } from "./examples-bench.ts";

const because = "its verb is not here yet; with it comes an example that is run";

/** Commands that pages show before they are there. Nothing of this is left when they are. */
export const arrivingExamples: Examples = {
  "gatehouse doctor": { notRunBecause: because },
  "gatehouse doctor --json": { notRunBecause: because },
  "gatehouse remove --repo acme/control": { notRunBecause: because },
  "gatehouse remove --repo acme/control --dry-run": { notRunBecause: because },
};
