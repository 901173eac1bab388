import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { createApp, installApp } from "../../emulator/open-forge.ts";
import {
  byWorkflowToken,
  commitsPackage,
  reachesTheApps,
  control,
  decided,
  describesScope,
  editInstallation,
  enrolled,
  reviewsScope,
  setsUp,
  verifies,
} from "./scene.ts";
import type { Plane, Situation } from "./scene.ts";

/** Adds the records of an App that was created by hand. */
const addRecords = async (plane: Plane, { clientId, pem }: { clientId: string; pem: string }) => {
  await plane.runForge(["variable", "set", "CP_FORGE_READ_APP_ID", "--body", clientId]);
  await plane.runForge(["secret", "set", "CP_FORGE_READ_APP_PRIVATE_KEY"], pem);
};

/** Control planes whose Apps differ from the decision. */
export const foundApps: readonly Situation[] = [
  {
    what: "both Apps, and no scope",
    prepare: async (plane) => {
      await plane.addApp("read", [control]);
      await plane.addApp("write", [control]);
    },
    run: ["status"],
    steps: {
      "Define the scope and choose a profile for it": describesScope,
      "Complete and verify the setup": setsUp,
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
      "Test the stored credentials with a run": verifies,
      "Verify with a run": verifies,
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
        ...reachesTheApps,
        "How should the Read App be verified?",
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
        ...reachesTheApps,
        "It is installed on all repositories,",
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
      "Complete the credential": [...reachesTheApps, "What should happen to the Read App?"],
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
        "The least powerful profile for this scope",
        "Keep or delete the Write App's credentials?",
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
      "Render the shared control file, and commit this gatehouse for runs": commitsPackage,
    },
  },
  {
    what: "an App that is not installed",
    prepare: async (plane) => {
      await decided(plane);
      await addRecords(plane, await createApp(plane, { name: "acme reader" }));
      await plane.writeControl();
    },
    run: ["verify"],
    steps: { "Install the App with setup": reachesTheApps },
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
      "Then verify the App with setup": [...reachesTheApps, "Its permissions differ"],
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
      "Unsuspend it on its page": [...reachesTheApps, "The installation is suspended."],
    },
  },
];
