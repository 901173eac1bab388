import { expect, test } from "vitest";
import { describeOutcome } from "../../../src/commands/outcomes/print-setup.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

test("the outcome of a setup with a PAT names its place, its end and who replaces it", () => {
  const pat = {
    environment: "control-plane",
    expiresAt: "2026-12-21T10:00:00.000Z",
    rotationOwner: "olga\u001b[2J",
  };
  const place = {
    profile: resolveHost("github.com"),
    repository: requireRepositoryName("acme/control", "--repo"),
  };
  const text = describeOutcome(
    { profile: "pat", scope: "described", unchosen: [], apps: [], pat },
    place,
  );
  expect(text).toMatchInlineSnapshot(`
    "✔ PAT  CP_FORGE_TOKEN
        stored in the environment control-plane
        expires on 2026-12-21; olga replaces it before

    acme/control is set up with a personal access token.
    Next:
      Verify everything before promotion:
        gatehouse verify --repo acme/control
      See how it stands:
        gatehouse status --repo acme/control
    "
  `);
});
