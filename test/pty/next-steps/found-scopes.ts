import { packageFolder } from "../../../src/run/control/cli-pin.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";
import {
  commitsPackage,
  byWorkflowToken,
  decided,
  describesScope,
  enrolled,
  reviewsScope,
  setsUp,
  verifies,
  withBothApps,
} from "./scene.ts";
import type { Situation } from "./scene.ts";

/** Control planes whose scope, control file or outputs need a decision. */
export const foundScopes: readonly Situation[] = [
  {
    what: "a repository that nobody has set up",
    prepare: () => Promise.resolve(),
    run: ["status", "verify", "scope --show", { line: "rotate --app read", answers: {} }],
    steps: {
      "Set up the control plane": setsUp,
      "Define the scope and choose a profile for it": describesScope,
      "Define the scope": describesScope,
      "Choose a profile": describesScope,
      "Review the profile again": describesScope,
      "Set up the control plane first": setsUp,
      "Choose a profile first": describesScope,
    },
  },
  {
    what: "a scope that changed since the decision",
    prepare: async (plane) => {
      await plane.writeSettings({ ...someSettings, mode: "live" });
      await plane.writeDecision();
      await plane.addApp("read", enrolled);
    },
    run: ["status"],
    steps: {
      "Review the profile again": reviewsScope,
      "Render the shared control file, and commit this gatehouse for runs": commitsPackage,
    },
  },
  {
    what: "an output that holds a credential",
    prepare: async (plane) => {
      await plane.addOutput(await withBothApps(plane), `ghp_${"a1".repeat(18)}`);
    },
    run: ["verify --no-run"],
    steps: {
      "Respond to the exposure": ["Which credentials may have leaked?"],
      "Verify with a run": verifies,
    },
  },
  {
    what: "billing that nothing proves",
    prepare: async (plane) => {
      await decided(plane);
      const on = "GET /orgs/acme/copilot/billing";
      plane.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 500 } }]);
    },
    run: ["verify --no-run"],
    steps: {
      "Ask an administrator of acme to confirm it": [
        ...reviewsScope,
        "Who confirms that inference is paid for?",
      ],
      "Complete the credential": [...reviewsScope, "Who confirms that inference is paid for?"],
      "Verify with a run": verifies,
    },
  },
  {
    what: "a workflow token that does not reach the targets",
    prepare: async (plane) => {
      await plane.writeSettings();
      await plane.writeDecision(byWorkflowToken);
    },
    run: ["verify"],
    steps: {
      "Grant access to all of these repositories, or review the scope": reviewsScope,
      "Or review the scope": reviewsScope,
      "Render the shared control file, and commit this gatehouse for runs": commitsPackage,
    },
  },
  {
    what: "a shared control file that drifted, and a workflow that does not import it",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
      await plane.writeControl(byWorkflowToken);
      const { folder, inferencePermission } = plane.profile.brand;
      const permissions = `permissions:\n  ${inferencePermission}: write\n`;
      const text = `---\non: workflow_dispatch\n${permissions}---\nReview.\n`;
      await plane.commit(`${folder}/workflows/review.md`, text);
    },
    run: ["verify --no-run"],
    steps: {
      "Render the shared control file again": [/control\.md is updated/],
      "Fix these workflows, and check again": [/1 finding · 1 agent-backed workflow/],
      "Verify with a run": verifies,
    },
  },
  {
    what: "a workflow that imports a file of another repository",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
      await plane.writeControl();
      const { folder, inferencePermission } = plane.profile.brand;
      const permissions = `permissions:\n  ${inferencePermission}: write\n`;
      const control = "  - uses: shared/control.md\n    with: { role: worker }\n";
      const imports = `imports:\n  - acme/shared/x.md@main\n${control}`;
      const text = `---\non: workflow_dispatch\n${permissions}${imports}---\nReview.\n`;
      await plane.commit(`${folder}/workflows/review.md`, text);
    },
    run: ["verify --no-run"],
    steps: {
      "Check manually what gatehouse could not read; this command lists it": [/was not read/],
      "Verify with a run": verifies,
    },
  },
  {
    what: "a package for runs that somebody changed",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
      await plane.writeControl();
      await plane.commit(
        `${packageFolder(plane.profile.brand)}/gatehouse-cli-0.1.0.tgz`,
        "another package",
      );
    },
    run: ["verify --no-run"],
    steps: {
      "Have runs install this gatehouse instead": commitsPackage,
      "Verify with a run": verifies,
    },
  },
];
