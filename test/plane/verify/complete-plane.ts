import { writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { evaluateStatus } from "../../../src/plane/verify/evaluate-status.ts";
import type { StatusFacts } from "../../../src/plane/verify/status-facts.ts";
import { someInstallation } from "../../forge/resources/some-installation.ts";

const { updatedAt } = someInstallation;
export const reader = { ...someInstallation, id: 1, appId: 11, clientId: "Iv1.r" };
export const writer: Installation = {
  ...reader,
  id: 2,
  appSlug: "writer",
  clientId: "Iv1.w",
  permissions: writeAppCeiling,
};

export const names = {
  readId: "CP_FORGE_READ_APP_ID",
  readKey: "CP_FORGE_READ_APP_PRIVATE_KEY",
  writeId: "CP_FORGE_WRITE_APP_ID",
  writeKey: "CP_FORGE_WRITE_APP_PRIVATE_KEY",
};

export const withPat = { environment: { name: "control", secrets: new Set(["CP_FORGE_TOKEN"]) } };
export const noProof = { proofOf: () => undefined };

/** Returns the status of a complete control plane with the test's changes. */
export function evaluate(change: Partial<StatusFacts> = {}) {
  return evaluateStatus({
    stored: {
      variables: new Map([
        [names.readId, "Iv1.r"],
        [names.writeId, "Iv1.w"],
      ]),
      secrets: new Set([names.readKey, names.writeKey]),
    },
    environment: { name: "control", secrets: new Set() },
    shared: { variables: new Set(), secrets: new Set() },
    settings: { state: "missing" },
    workflowToken: "FORGE_TOKEN",
    installations: [reader, writer],
    proofOf: (role) => ({
      installationId: role === "read" ? 1 : 2,
      updatedAt,
      provedAt: "2026-03-01T00:00:00Z",
      repositories: ["acme/control"],
    }),
    ...change,
  });
}
