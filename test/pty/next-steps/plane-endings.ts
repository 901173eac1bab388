import { decided, describesScope, enrolled } from "./scene.ts";
import type { Plane, Situation } from "./scene.ts";

const withReadApp = async (plane: Plane) => {
  await decided(plane);
  await plane.addApp("read", enrolled);
};

const lists = ["Created by gatehouse"];

/** Removals, control files and dashboards of a control plane, and their printed steps. */
export const planeEndings: readonly Situation[] = [
  {
    what: "a list of everything to remove",
    prepare: withReadApp,
    run: ["remove --dry-run"],
    steps: { "Remove everything listed": lists },
  },
  {
    what: "a removal that keeps an App for later",
    prepare: withReadApp,
    run: [
      {
        line: "remove",
        answers: {
          inventory: true,
          begin: "control",
          secrets: true,
          "read-app": "later",
          "control-file": false,
          settings: false,
          decision: false,
          machine: false,
        },
      },
    ],
    steps: { "Remove the remaining items": lists },
  },
  {
    what: "a removal from a repository that was renamed",
    prepare: (plane) => plane.rest("PATCH", "/repos/acme/control", { body: { name: "plane" } }),
    run: ["remove --dry-run"],
    steps: { "Use the new name": ["gatehouse is not set up in acme/plane"] },
  },
  {
    what: "a control file without a profile",
    prepare: () => Promise.resolve(),
    run: ["control render"],
    steps: { "Choose a profile": describesScope },
  },
  {
    what: "a control file that drifted",
    prepare: async (plane) => {
      await decided(plane);
      const path = `${plane.profile.brand.folder}/workflows/shared/control.md`;
      const { json } = await plane.rest("GET", `/repos/acme/control/contents/${path}`);
      const text = Buffer.from(String(json.content), "base64").toString();
      await plane.commit(path, `${text}\n# by hand\n`);
    },
    run: ["control check", "control render --commit"],
    steps: {
      "Render the control file again to remove the drift": [/control\.md is (updated|unchanged)/],
      "Check that all workflows import it": [/\d findings? · 0 agent-backed workflows|no problem/],
    },
  },
  {
    what: "a scope that is shown before it is defined",
    prepare: () => Promise.resolve(),
    run: ["scope --show"],
    steps: { "Define the scope": describesScope },
  },
  {
    what: "a live dashboard without a terminal",
    prepare: withReadApp,
    run: ["dashboard"],
    steps: { "Print the dashboard once": [/acme\/control/] },
  },
];
