import { createStops } from "../../src/prompts/stops.ts";

/** Stops for a run that nobody ends at once. */
export function noStops() {
  return createStops((by) => {
    throw new Error(`ended at once by ${by}`);
  });
}
