import { patDecision, someSettings } from "../../plane/control-plane-bench.ts";
import { reviewsScope, verifies, withPat } from "./scene.ts";
import type { Situation } from "./scene.ts";

/** Control planes whose PAT needs its owner. */
export const foundPats: readonly Situation[] = [
  {
    what: "a PAT that ends soon",
    prepare: (plane) => withPat(plane, 6.5),
    run: ["status"],
    steps: {
      "The PAT expires in 6 days, on DAY. Rotation owner: mona": ["rotate acme/control"],
      "Test the stored credentials with a run": verifies,
    },
  },
  {
    what: "a PAT that has ended",
    prepare: (plane) => withPat(plane, -1),
    run: ["verify"],
    steps: {
      "Replace the token": ["rotate acme/control"],
      "Review the profile again": reviewsScope,
    },
  },
  {
    what: "a PAT that is chosen and not stored",
    prepare: async (plane) => {
      await plane.writeSettings();
      await plane.writeDecision(patDecision());
      await plane.writeControl(patDecision());
    },
    run: ["status"],
    steps: {
      "Create the environment and store the token in it": reviewsScope,
      "Review the profile again": reviewsScope,
    },
  },
  {
    what: "a token that replaced the one that was consented to",
    prepare: (plane) => withPat(plane, 90, 60),
    run: ["status"],
    steps: { "Consent to the new token": ["rotate acme/control"] },
  },
  {
    what: "a PAT for an API that takes none",
    prepare: async (plane) => {
      const [review] = someSettings.packages;
      const checks = { ...someSettings, packages: [{ ...review!, apis: ["checks"] as const }] };
      await plane.writeSettings(checks);
      await plane.writeDecision(patDecision(checks));
      await plane.writeControl(patDecision(checks), checks);
    },
    run: ["verify --no-run"],
    steps: {
      "Install the Apps instead, or remove review packages": reviewsScope,
      "Verify with a run": verifies,
      "Create the environment and store the token in it": reviewsScope,
      "Review the profile again": reviewsScope,
    },
  },
];
