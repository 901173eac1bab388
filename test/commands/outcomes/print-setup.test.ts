import { expect, test } from "vitest";
import { describeOutcome } from "../../../src/commands/outcomes/print-setup.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

test("the outcome of a setup with a PAT names its place, its end and who replaces it", () => {
  const pat = {
    environment: "control-plane",
    expiresAt: "2026-12-21T10:00:00.000Z",
    rotationOwner: "olga\u001b[2J",
    state: "proved" as const,
  };
  const place = {
    profile: resolveHost("github.com"),
    repository: requireRepositoryName("acme/control", "--repo"),
    standing: "complete" as const,
    status: undefined,
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

test("an App that waits for an owner has the text to send to them", () => {
  const place = {
    profile: resolveHost("github.com"),
    repository: requireRepositoryName("acme/control", "--repo"),
    standing: "incomplete" as const,
    status: undefined,
  };
  const later = { profile: undefined, scope: "later", unchosen: [] } as const;
  const repositories = ["acme/control", "acme/api"];
  const known = { role: "read", slug: "reader", clientId: "Iv1.a" } as const;
  const app = { ...known, repositories, installation: "pending" } as const;
  const text = describeOutcome({ ...later, apps: [app] }, place);
  expect(text).toMatchInlineSnapshot(`
    "? Read App  reader
        CP_FORGE_READ_APP_ID = Iv1.a
        CP_FORGE_READ_APP_PRIVATE_KEY is set
        installed: pending approval by an owner
        Send this to an owner of acme:
          Please install the App reader on acme: choose "Only select repositories" and exactly acme/control, acme/api.
          https://github.com/apps/reader/installations/new

    acme/control is not complete yet.
    Next:
      Complete and prove the setup:
        gatehouse setup --repo acme/control
      See how it stands:
        gatehouse status --repo acme/control
    "
  `);
  const unnamed = { ...app, slug: undefined };
  expect(describeOutcome({ ...later, apps: [unnamed] }, place)).toContain(
    "https://github.com/organizations/acme/settings/apps\n",
  );
  // All are of one owner: many are told apart by the rest of their names.
  const many = { ...app, repositories: [...repositories, "acme/web", "acme/docs"] };
  expect(describeOutcome({ ...later, apps: [many] }, place)).toContain(
    ' on acme: choose "Only select repositories" and exactly these 4: control, api, web, docs.\n',
  );
});
