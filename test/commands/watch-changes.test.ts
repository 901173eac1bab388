import { expect, test } from "vitest";
import { watchChanges } from "../../src/commands/watch-changes.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { Secret } from "../../src/shared/secret.ts";

type Watched = Parameters<typeof watchChanges>[0];

const never = () => Promise.reject(new Error("nobody does that here"));

/** Hands that do nothing but what is given. */
function hands(given: Partial<Watched>): Watched {
  return {
    profile: resolveHost("github.com"),
    convertCode: never,
    storeCredential: never,
    dropCredential: never,
    ensureEnvironment: never,
    checkStoredPat: never,
    storePat: never,
    writeSettings: never,
    writeDecision: never,
    writeControlFile: never,
    runProof: never,
    ...given,
  };
}

const key = new Secret("not a key");
const stop = new AbortController().signal;

test("what was changed is told once, in its order", async () => {
  const done = () => Promise.resolve();
  const { deps, changes } = watchChanges(
    hands({
      storeCredential: done,
      dropCredential: done,
      storePat: done,
      runProof: () => Promise.resolve({ runLink: "l", reports: {}, tokens: {} }),
    }),
  );
  expect(changes()).toEqual([]);
  await deps.storeCredential({ role: "read", clientId: "Iv1.a", key }, stop);
  await deps.runProof(() => undefined, stop);
  await deps.dropCredential("write");
  await deps.runProof(() => undefined, stop);
  await deps.storePat("agents", key);
  expect(changes()).toEqual([
    "stored CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY",
    "had a run try what is stored",
    "removed CP_FORGE_WRITE_APP_ID and CP_FORGE_WRITE_APP_PRIVATE_KEY",
    "stored CP_FORGE_TOKEN in the environment agents",
  ]);
});

test("what failed is no change, nor is an environment that was there", async () => {
  const there = {
    isNew: false,
    isProtected: true,
    admitsDefault: true,
    protection: "reviewers",
    waysOut: [],
  };
  const { deps, changes } = watchChanges(
    hands({ ensureEnvironment: () => Promise.resolve(there) }),
  );
  await deps.ensureEnvironment("agents");
  await expect(deps.storePat("agents", key)).rejects.toThrow("nobody");
  expect(changes()).toEqual([]);
});
