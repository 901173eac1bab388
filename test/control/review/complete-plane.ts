import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { judgeStatus } from "../../../src/control/review/judge-status.ts";
import type { StatusFacts } from "../../../src/control/review/status-facts.ts";

const updatedAt = "2026-01-01T00:00:00Z";
export const reader: Installation = {
  id: 1,
  appId: 11,
  appSlug: "reader",
  clientId: "Iv1.r",
  account: "acme",
  selection: "selected",
  permissions: readAppCeiling,
  isSuspended: false,
  updatedAt,
};
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

/** A control plane that is complete, but for what a test changes. */
export function judge(change: Partial<StatusFacts> = {}) {
  return judgeStatus({
    stored: {
      variables: new Map([
        [names.readId, "Iv1.r"],
        [names.writeId, "Iv1.w"],
      ]),
      secrets: new Set([names.readKey, names.writeKey]),
    },
    environment: { name: "control", secrets: new Set() },
    shared: { variables: new Set(), secrets: new Set() },
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
