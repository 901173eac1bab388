import { patDecision, someSettings } from "../../control/control-plane-bench.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { createApp, installApp } from "../../emulator/open-forge.ts";
import {
  asksForPackage,
  byWorkflowToken,
  comesToTheApps,
  control,
  decided,
  describesScope,
  editInstallation,
  enrolled,
  reviewsScope,
  setsUp,
  verifies,
  withBothApps,
  withPat,
} from "./scene.ts";
import type { Plane, Situation } from "./scene.ts";

/** The records of an App that was made by hand. */
const addRecords = async (plane: Plane, { clientId, pem }: { clientId: string; pem: string }) => {
  await plane.runForge(["variable", "set", "CP_FORGE_READ_APP_ID", "--body", clientId]);
  await plane.runForge(["secret", "set", "CP_FORGE_READ_APP_PRIVATE_KEY"], pem);
};

/** Control planes as somebody finds them, with the commands that look at them. */
export const foundPlanes: readonly Situation[] = [
  {
    what: "a repository that nobody has set up",
    prepare: () => Promise.resolve(),
    run: ["status", "verify", "scope --show", { line: "rotate --app read", answers: {} }],
    steps: {
      "Set it up": setsUp,
      "Describe the scope, and decide on a profile for it": describesScope,
      "Describe the scope": describesScope,
      "Decide on a profile": describesScope,
      "Review the profile again": describesScope,
      "Set it up first": setsUp,
      "Decide first what it is rendered for": describesScope,
    },
  },
  {
    what: "both Apps, and no scope",
    prepare: async (plane) => {
      await plane.addApp("read", [control]);
      await plane.addApp("write", [control]);
    },
    run: ["status"],
    steps: {
      "Describe the scope, and decide on a profile for it": describesScope,
      "Complete and prove the setup": setsUp,
    },
  },
  {
    what: "an App that nobody has proved on this machine",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
    },
    run: ["status", "verify --no-run"],
    steps: {
      "Let a run try what is stored": verifies,
      "Let a run look": verifies,
    },
  },
  {
    what: "an App that covers less than its scope",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", [control, "acme/api"]);
    },
    run: ["verify"],
    steps: {
      [`Select exactly: ${enrolled.join(", ")}`]: [
        ...comesToTheApps,
        "How shall the Read App be proved?",
        /covers 2\s+repositories, not exactly/,
      ],
    },
  },
  {
    what: "an App on all repositories",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
      await editInstallation(plane, "all");
    },
    run: ["status"],
    steps: {
      [`Select exactly: ${enrolled.join(", ")}`]: [
        ...comesToTheApps,
        "It is installed on all repositories.",
      ],
    },
  },
  {
    what: "a client ID without its key",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
      await plane.rest(
        "DELETE",
        "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY",
      );
    },
    run: ["status"],
    steps: {
      "Complete the record": [...comesToTheApps, "What shall happen to the Read App?"],
    },
  },
  {
    what: "a stored key that is none of the App's",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled, "no key at all");
    },
    run: ["verify"],
    steps: {
      "Store a new key": ["rotate acme/control"],
    },
  },
  {
    what: "an App that nobody chose",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
      await plane.addApp("write", [control]);
    },
    run: ["status"],
    steps: {
      "Delete the records that were not chosen, or choose them": [
        ...reviewsScope,
        "The least powerful profile",
        "What becomes of the Write App's record?",
      ],
    },
  },
  {
    what: "Apps where the workflow token was chosen",
    prepare: async (plane) => {
      await plane.writeSettings();
      await plane.writeDecision(byWorkflowToken);
      await plane.addApp("read", enrolled);
    },
    run: ["status"],
    steps: {
      "Or choose the Apps": reviewsScope,
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
    },
  },
  {
    what: "a PAT that ends soon",
    prepare: (plane) => withPat(plane, 6.5),
    run: ["status"],
    steps: {
      "The PAT expires in 6 days, on DAY; mona rotates it": ["rotate acme/control"],
      "Let a run try what is stored": verifies,
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
    },
    run: ["status"],
    steps: {
      "Make it and store the token there": reviewsScope,
      "Review the profile again": reviewsScope,
    },
  },
  {
    what: "an output that holds a credential",
    prepare: async (plane) => {
      await plane.addOutput(await withBothApps(plane), `ghp_${"a1".repeat(18)}`);
    },
    run: ["verify --no-run"],
    steps: {
      "Answer the exposure": ["Which credential may have leaked?"],
      "Let a run look": verifies,
    },
  },
  {
    what: "a token that replaced the one that was consented to",
    prepare: (plane) => withPat(plane, 90, 60),
    run: ["status"],
    steps: { "Consent to the new token": ["rotate acme/control"] },
  },
  {
    what: "an App with other permissions",
    prepare: async (plane) => {
      await decided(plane);
      const permissions = { ...readAppCeiling, contents: "write" };
      const app = await createApp(plane, { name: "acme reader", default_permissions: permissions });
      await installApp(plane, app, enrolled);
      await addRecords(plane, app);
    },
    run: ["status"],
    steps: {
      "Correct the App's permissions, and accept them where it is installed": [
        ...comesToTheApps,
        "Its permissions differ",
      ],
    },
  },
  {
    what: "an App that is suspended",
    prepare: async (plane) => {
      await decided(plane);
      const app = await plane.addApp("read", enrolled);
      const { id } = (await plane.rest("GET", "/orgs/acme/installation", { token: app.jwt() }))
        .json;
      await plane.page(`/organizations/acme/settings/installations/${id}/suspend`, {});
    },
    run: ["status"],
    steps: {
      "Unsuspend it on its page": [...comesToTheApps, "The installation is suspended."],
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
      "Have an administrator of acme confirm it": [
        ...reviewsScope,
        "Who confirms that inference is paid for?",
      ],
      "Complete the record": [...reviewsScope, "Who confirms that inference is paid for?"],
      "Let a run look": verifies,
    },
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
      "Have the Apps installed instead, or narrow the packages": reviewsScope,
      "Let a run look": verifies,
      "Make it and store the token there": reviewsScope,
      "Review the profile again": reviewsScope,
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
      "Let it reach them, or review the scope": reviewsScope,
      "Or review the scope": reviewsScope,
      "Render the shared control file, with the package of gatehouse that runs bring":
        asksForPackage,
    },
  },
];
