import { damageJournal } from "./damaged-journal.ts";
import { decided, enrolled, verifies } from "./scene.ts";
import type { Situation } from "./scene.ts";

const exposureAnswers = {
  since: "1d",
  contain: true,
  "read-app-available": "none",
  "read-app-deleted": true,
  "read-app-rotation": "later",
  "review-mode": true,
  "switches-on": true,
};

/** Exposures that finish or stop, and their printed steps. */
export const exposureEndings: readonly Situation[] = [
  {
    what: "an exposure that is answered, but for the rotation",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
    },
    run: [{ line: "exposed --credential read-app", answers: exposureAnswers }],
    steps: {
      "Rotate the credential": ["rotate acme/control"],
      "Continue this incident": ["Read App"],
    },
  },
  {
    what: "an exposure that is answered whole",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
    },
    run: [
      {
        line: "exposed --credential read-app",
        answers: { ...exposureAnswers, "read-app-rotation": "reported" },
      },
    ],
    steps: { "Verify before promotion to live mode": verifies },
  },
  {
    what: "an incident that is damaged",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
    },
    run: [
      { line: "exposed --credential read-app", answers: exposureAnswers, isOver: true },
      {
        line: "exposed --credential read-app",
        answers: exposureAnswers,
        before: damageJournal("exposed", " incident"),
      },
    ],
    steps: {
      "Keep the journal as evidence and open another incident": [
        "Which credentials may have leaked?",
      ],
    },
  },
];
