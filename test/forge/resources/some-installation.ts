import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";

/** An installation of a read App on selected repositories of acme. */
export const someInstallation: Installation = {
  id: 9,
  appId: 7,
  appSlug: "reader",
  clientId: "Iv1.a",
  account: "acme",
  selection: "selected",
  permissions: readAppCeiling,
  isSuspended: false,
  updatedAt: "2026-01-01T00:00:00Z",
};
