import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRobot } from "../../emulator/signed-in.ts";
import { damageJournal } from "./damaged-journal.ts";
import { reachesTheApps, decided, enrolled, setsUp } from "./scene.ts";
import type { Plane, Situation } from "./scene.ts";

const rotationAnswers = {
  "rotation-plan": true,
  "read-new-key": true,
  "read-key-from": "file",
  "read-key-file": "read.pem",
  "read-old-key-at-hand": false,
  "read-revoke": "later",
};

/** Creates a working App, and the file of a new key for it. */
async function provideNewKey(plane: Plane, home: string) {
  await decided(plane);
  const app = await plane.addApp("read", enrolled);
  const page = `${plane.emulator.origin}/organizations/acme/settings/apps/${app.slug}`;
  const key = await createRobot().generateKey(page);
  await writeFile(join(home, "read.pem"), key.reveal(), { mode: 0o600 });
  return app;
}

/** Rotations that finish or stop, and their printed steps. */
export const rotationEndings: readonly Situation[] = [
  {
    what: "a rotation that is not brought to its end",
    prepare: provideNewKey,
    run: [
      { line: "rotate --app read", answers: rotationAnswers },
      { line: "rotate --pat", answers: {} },
    ],
    steps: {
      "Then continue": ["Did you delete the old Read App key?"],
      "Continue that rotation": ["Did you delete the old Read App key?"],
      "Or abandon the rotation and start over": ["What should be rotated?"],
    },
  },
  {
    what: "a rotation that is brought to its end",
    prepare: provideNewKey,
    run: [
      {
        line: "rotate --app read",
        answers: { ...rotationAnswers, "read-revoke": "deleted" },
      },
    ],
    steps: {
      "Show the status": [/acme\/control {3}\w+/],
    },
  },
  {
    what: "a rotation of a token that nobody consented to",
    prepare: async (plane) => {
      await plane.writeSettings();
      await plane.addPat(enrolled);
    },
    run: [{ line: "rotate --pat", answers: { "rotation-plan": true } }],
    steps: { "Review the profile": ["Is this scope still correct?"] },
  },
  {
    what: "a rotation of a token without a scope",
    prepare: (plane) => plane.addPat(enrolled),
    run: [{ line: "rotate --pat", answers: { "rotation-plan": true } }],
    steps: { "Set up the control plane first": setsUp },
  },
  {
    what: "a journal of a rotation that is damaged",
    prepare: provideNewKey,
    run: [
      { line: "rotate --app read", answers: rotationAnswers, isOver: true },
      {
        line: "rotate --app read",
        answers: rotationAnswers,
        before: damageJournal("rotate", " rotation"),
      },
    ],
    steps: {
      "Abandon the rotation and start over; the record of its steps is kept": [
        "What should be rotated?",
      ],
    },
  },
  {
    what: "a rotation of an App that was deleted",
    prepare: async (plane, home) => {
      const app = await provideNewKey(plane, home);
      await plane.page(`/organizations/acme/settings/apps/${app.slug}/delete`, {});
    },
    run: [{ line: "rotate --app read", answers: rotationAnswers }],
    steps: {
      "Create a new App with setup": [...reachesTheApps, /deleted/],
    },
  },
];
