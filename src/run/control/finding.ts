import type { Place } from "../../yaml/places.ts";

/** What `control check` looks at, each by a word that stays. */
const controlChecks = [
  "front-matter",
  "inference-permission",
  "inference-fallback",
  "own-app",
  "shared-control",
  "environment",
  "config-block",
  "dispatch-credential",
  "drift",
] as const;

export type ControlCheck = (typeof controlChecks)[number];

/** One thing that is not as it has to be, and where. */
export interface Finding extends Place {
  readonly file: string;
  readonly check: ControlCheck;
  readonly message: string;
}
