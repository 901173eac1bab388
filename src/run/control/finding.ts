import type { Location } from "../../yaml/positions.ts";

/** The checks of `control check`. Their names are stable. */
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
  "stale-lock",
] as const;

export type ControlCheck = (typeof controlChecks)[number];

export interface Finding extends Location {
  readonly file: string;
  readonly check: ControlCheck;
  readonly message: string;
}
