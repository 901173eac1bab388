import { answers as setUpAnswers } from "../../commands/scripted-setup.ts";
import { described } from "../../flows/scope/scope-bench.ts";
import {
  byWorkflowToken,
  commitsPackage,
  decided,
  describesScope,
  setsUp,
  verifies,
} from "./scene.ts";
import type { Situation } from "./scene.ts";

const isComplete = [/acme\/control {3}complete/];

/** Setups that finish or stop, and their printed steps. */
export const setupEndings: readonly Situation[] = [
  {
    what: "a setup that leaves the scope for later",
    prepare: () => Promise.resolve(),
    run: [{ line: "setup", answers: setUpAnswers }],
    steps: {
      "Define the scope and choose a profile for it": describesScope,
      "Show the status": ["Apps ready, profile not chosen"],
    },
  },
  {
    what: "a scope that needs no App",
    prepare: () => Promise.resolve(),
    run: [{ line: "scope", answers: described }],
    steps: {
      "Render the shared control file, and commit this gatehouse for runs": commitsPackage,
      "Show the status": isComplete,
    },
  },
  {
    what: "a scope that needs no App, and its new control file",
    prepare: () => Promise.resolve(),
    run: [
      {
        line: "scope",
        answers: { ...described, "control-file": "write", "control-package": "committed" },
      },
    ],
    steps: {
      "Run a first agent, which this forge simulates": ["Run a first agent now?"],
      "Verify everything before promotion": verifies,
      "Show the status": isComplete,
    },
  },
  {
    what: "a scope that needs no App, with a control file",
    prepare: async (plane) => {
      await plane.writeSettings();
      await plane.writeControl(byWorkflowToken);
    },
    run: [{ line: "scope", answers: described }],
    steps: { "Verify everything before promotion": verifies, "Show the status": isComplete },
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
    steps: { "Change the scope": ["Is this scope still correct?"] },
  },
  {
    what: "a repository that was renamed",
    prepare: (plane) => plane.rest("PATCH", "/repos/acme/control", { body: { name: "plane" } }),
    run: [{ line: "setup", answers: {} }],
    steps: { "Use the new name": setsUp },
  },
  {
    what: "a name that somebody else has",
    prepare: () => Promise.resolve(),
    run: [{ line: "setup --read-app-name globex", answers: setUpAnswers }],
    // The answers file is still on the command line, so it answers immediately.
    steps: {
      '"globex-2" is available': [/Define the scope now or later\? {2}Create both Apps first/],
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
        answers: { ...setUpAnswers, "failure:read-store": "stop", "read-keychain-on-stop": false },
      },
    ],
    steps: {
      'Continue, and choose "Provide a new key" for the Read App': [
        "What should happen to the Read App?",
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
          "billing-administrator": "hubot",
          "billing-confirmed": true,
          "app-installable": "no",
          "no-profile": "stop",
        },
      },
    ],
    steps: { "Then continue": ["Would an owner approve 1 private App?"] },
  },
];
