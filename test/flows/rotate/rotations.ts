import type { KeyRotation } from "../../../flows/rotate/key-rotation.ts";
import type { PatRotation } from "../../../flows/rotate/replace-pat.ts";
import { advance, beginRotation } from "../../../src/plane/rotate/rotation.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import type { Readiness } from "../../../src/plane/setup/preflight.ts";
import type { AppRole } from "../../../src/credentials/apps/app-role.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

/* Rotations as a step finds them, without the earlier steps. */

export const at = "2026-11-21T09:00:00.000Z";
export const newKey = "SHA256:new";
export const oldKey = "SHA256:old";
export const location = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
};

export const ready: Readiness = {
  cliVersion: "2.60.0",
  loginSource: "the stored login",
  repositoryId: 1,
  account: { login: "acme", id: 2, kind: "organization" },
  isOwner: true,
};

const open = { startedAt: at, by: "mona", credentials: ["read-app", "write-app"] } as const;
const runs = [{ what: "proof run", link: "https://forge.example/run/1", hasPassed: true }];

export function storedKey(
  role: AppRole = "read",
  previous?: { fingerprint: string; keyId: string },
): KeyRotation<"stored"> {
  const replacement = {
    clientId: `Iv1.${role}`,
    slug: `gatehouse-acme-control-${role}`,
    at,
    fingerprint: newKey,
    keyId: "secret of another process",
    ...(previous && { previous }),
  };
  const begun = beginRotation(`${role}-app`, { at });
  const proved = advance(begun, "proved", { at, fingerprint: newKey });
  const rotation = advance(proved, "stored", { at, fingerprint: newKey });
  return { role, ready, open, replacement, rotation };
}

export function validatedKey(...given: Parameters<typeof storedKey>): KeyRotation<"validated"> {
  const stored = storedKey(...given);
  const evidence = { at, fingerprint: newKey, runs };
  return { ...stored, rotation: advance(stored.rotation, "validated", evidence) };
}

export function revokedKey(...given: Parameters<typeof storedKey>): KeyRotation<"revoked"> {
  const validated = validatedKey(...given);
  const evidence = { at, by: "mona", how: "reported" } as const;
  return { ...validated, rotation: advance(validated.rotation, "revoked", evidence) };
}

export const settings: Settings = {
  version: 1,
  targets: ["acme/api"],
  allowedOwners: ["acme"],
  mode: "review",
  destination: "control",
  caps: { repositories: 10, dispatches: 5 },
  packages: [],
  environment: "control-plane",
};

export function storedPat(): PatRotation<"stored"> {
  const replacement = {
    at,
    fingerprint: newKey,
    tokenId: "secret of another process",
    login: "mona",
    expiresAt: "2026-12-21T09:00:00.000Z",
    agreement: {
      resourceOwner: "acme",
      repositories: ["acme/control", "acme/api"],
      lifetimeDays: 30,
      rotationOwner: "mona",
    },
  };
  const proved = advance(beginRotation("pat", { at }), "proved", { at, fingerprint: newKey });
  const rotation = advance(proved, "stored", { at, fingerprint: newKey });
  return { open, settings, replacement, rotation };
}

export function validatedPat(): PatRotation<"validated"> {
  const stored = storedPat();
  const evidence = { at, fingerprint: newKey, runs };
  return { ...stored, rotation: advance(stored.rotation, "validated", evidence) };
}

export function revokedPat(): PatRotation<"revoked"> {
  const validated = validatedPat();
  const evidence = { at, by: "mona", how: "reported" } as const;
  return { ...validated, rotation: advance(validated.rotation, "revoked", evidence) };
}

/** Report of a token that reads everything required. */
export const readAll = {
  asked: 2,
  read: 2,
  hidden: 2,
  workflowsAsked: 0,
  workflowsListed: 0,
  refusals: [],
};
