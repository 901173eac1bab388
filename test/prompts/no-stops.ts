import { createStops } from "../../src/prompts/stops.ts";

/** Creates stop handlers for a run that is never stopped immediately. */
export function noStops() {
  return createStops((by) => {
    throw new Error(`ended at once by ${by}`);
  });
}
