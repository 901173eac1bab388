import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answers as setUpAnswers } from "../../commands/scripted-setup.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { described } from "../../flows/scope/scope-bench.ts";
import {
  asksForPackage,
  comesToTheApps,
  decided,
  describesScope,
  enrolled,
  setsUp,
  verifies,
} from "./scene.ts";
import type { Plane, Situation } from "./scene.ts";

const rotationAnswers = {
  "rotation-plan": true,
  "read-new-key": true,
  "read-key-from": "file",
  "read-key-file": "read.pem",
  "read-old-key-at-hand": false,
  "read-revoke": "later",
};

const exposureAnswers = {
  since: "1d",
  contain: true,
  "read-app-at-hand": "none",
  "read-app-deleted": true,
  "read-app-rotation": "later",
  "review-mode": true,
  "switches-on": true,
};

/** Somebody changes what the journal keeps of a step. */
function damage(flow: string, step: string) {
  return async (home: string) => {
    const state = join(home, "state/gatehouse");
    const files = await readdir(state, { recursive: true });
    const path = join(state, files.find((file) => file.endsWith(`${flow}.json`)) ?? "");
    const journal = JSON.parse(await readFile(path, "utf8")) as { steps: Record<string, unknown> };
    const id = Object.keys(journal.steps).find((each) => each.endsWith(step)) ?? "none";
    journal.steps[id] = { by: "mallory" };
    await writeFile(path, JSON.stringify(journal));
  };
}

/** An App that works, and the file of a new key of it. */
async function bringNewKey(plane: Plane, home: string) {
  await decided(plane);
  const app = await plane.addApp("read", enrolled);
  const page = `${plane.emulator.origin}/organizations/acme/settings/apps/${app.slug}`;
  const key = await createRobot().generateKey(page);
  await writeFile(join(home, "read.pem"), key.reveal(), { mode: 0o600 });
  return app;
}

/** What wizards print at their end, and where they stop. */
export const endings: readonly Situation[] = [
  {
    what: "a setup that leaves the scope for later",
    prepare: () => Promise.resolve(),
    run: [{ line: "setup", answers: setUpAnswers }],
    steps: {
      "Describe the scope, and decide on a profile for it": describesScope,
      "See how it stands": ["Apps ready, profile not chosen"],
    },
  },
  {
    what: "a scope that needs no App",
    prepare: () => Promise.resolve(),
    run: [{ line: "scope", answers: described }],
    steps: {
      "Verify everything before promotion": verifies,
      "Render the shared control file, with the package of gatehouse that runs bring":
        asksForPackage,
      "See how it stands": [/acme\/control {3}complete · /],
    },
  },
  {
    what: "a rotation that is not brought to its end",
    prepare: bringNewKey,
    run: [
      { line: "rotate --app read", answers: rotationAnswers },
      { line: "rotate --pat", answers: {} },
    ],
    steps: {
      "Then continue": ["Is the old key of the Read App deleted?"],
      "Continue it": ["Is the old key of the Read App deleted?"],
      "Or forget it and begin another": ["What is rotated?"],
    },
  },
  {
    what: "a rotation that is brought to its end",
    prepare: bringNewKey,
    run: [
      {
        line: "rotate --app read",
        answers: { ...rotationAnswers, "read-revoke": "deleted" },
      },
    ],
    steps: {
      "See how it stands": [/acme\/control {3}\w+/],
    },
  },
  {
    what: "a rotation of a token that nobody consented to",
    prepare: async (plane) => {
      await plane.writeSettings();
      await plane.addPat(enrolled);
    },
    run: [{ line: "rotate --pat", answers: { "rotation-plan": true } }],
    steps: { "Decide on the profile again": ["Is this scope still right?"] },
  },
  {
    what: "a rotation of a token without a scope",
    prepare: (plane) => plane.addPat(enrolled),
    run: [{ line: "rotate --pat", answers: { "rotation-plan": true } }],
    steps: { "Set it up first": setsUp },
  },
  {
    what: "an exposure that is answered, but for the rotation",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
    },
    run: [{ line: "exposed --credential read-app", answers: exposureAnswers }],
    steps: {
      "Rotate the credential": ["rotate acme/control"],
      "Go on with this incident": ["Read App"],
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
        answers: { ...exposureAnswers, "read-app-rotation": "told" },
      },
    ],
    steps: { "Verify before promotion to live mode": verifies },
  },
  {
    what: "options that the scope does not have",
    prepare: decided,
    run: [
      {
        line: "setup --read-repository acme/web",
        answers: { scope: "keep", "profile-app-read": true },
      },
    ],
    steps: { "Change the scope": ["Is this scope still right?"] },
  },
  {
    what: "a repository that was renamed",
    prepare: (plane) => plane.rest("PATCH", "/repos/acme/control", { body: { name: "plane" } }),
    run: [{ line: "setup", answers: {} }],
    steps: { "Name it so": setsUp },
  },
  {
    what: "a journal of a rotation that is damaged",
    prepare: bringNewKey,
    run: [
      { line: "rotate --app read", answers: rotationAnswers, isOver: true },
      {
        line: "rotate --app read",
        answers: rotationAnswers,
        before: damage("rotate", " rotation"),
      },
    ],
    steps: {
      "Give it up, which keeps a record of its steps, and begin another": ["What is rotated?"],
    },
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
        before: damage("exposed", " incident"),
      },
    ],
    steps: {
      "Keep it as evidence, and open another incident": ["Which credential may have leaked?"],
    },
  },
  {
    what: "a name that somebody else has",
    prepare: () => Promise.resolve(),
    run: [{ line: "setup --read-app-name globex", answers: setUpAnswers }],
    // The answers file is still on the command line: it answers at once.
    steps: { '"globex-2" is free': [/What is this control plane for\? {2}Make both Apps now/] },
  },
  {
    what: "a rotation of an App that was deleted",
    prepare: async (plane, home) => {
      const app = await bringNewKey(plane, home);
      await plane.page(`/organizations/acme/settings/apps/${app.slug}/delete`, {});
    },
    run: [{ line: "rotate --app read", answers: rotationAnswers }],
    steps: {
      "Setup offers a new App in its place": [...comesToTheApps, /deleted/],
    },
  },
  {
    what: "a forge that takes no secret",
    prepare: ({ emulator }) => {
      const on = "PUT /repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY";
      emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 500 } }]);
      return Promise.resolve();
    },
    run: [
      {
        line: "setup",
        answers: { ...setUpAnswers, "failure:read-store": "stop", "read-hold-on-stop": false },
      },
    ],
    steps: {
      'Continue, and choose "Bring a new key" for the Read App': [
        "What shall happen to the Read App?",
      ],
    },
  },
  {
    what: "a scope that no credential does for",
    prepare: (plane) =>
      plane.control("PATCH", "world", {
        organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
        repositories: { "acme/control": { collaborators: { mona: "admin" } } },
      }),
    run: [
      {
        line: "setup",
        answers: {
          ...described,
          targets: ["acme/api"],
          "billing-administrator": "olga",
          "billing-confirmed": true,
          "app-installable": "no",
          "no-profile": "stop",
        },
      },
    ],
    steps: { Then: ["Would an owner approve 1 private App?"] },
  },
];
