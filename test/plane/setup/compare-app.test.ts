import { describe, expect, test } from "vitest";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { describeDifferences, WrongOwner } from "../../../src/plane/setup/compare-app.ts";

describe("an App is compared with the request", () => {
  test("and nothing is reported if it matches", () => {
    expect(
      describeDifferences({ permissions: readAppCeiling, events: [] }, readAppCeiling),
    ).toEqual([]);
    expect(
      describeDifferences({ permissions: writeAppCeiling, events: [] }, writeAppCeiling),
    ).toEqual([]);
  });

  test("and each difference is named, including whether it exceeds the ceiling", () => {
    const { checks: _, ...less } = readAppCeiling;
    const app = { permissions: { ...less, contents: "write" }, events: ["push"] };
    expect(describeDifferences(app, readAppCeiling)).toEqual([
      { text: "Checks: No access instead of Read-only", isAbove: false },
      { text: "Contents: Read and write instead of Read-only", isAbove: true },
      { text: "event push: not requested", isAbove: true },
    ]);
  });
});

test("an App of another owner is reported with the page to delete it, and the account to sign in with", () => {
  const acme = { login: "acme", id: 1, kind: "organization" } as const;
  const error = new WrongOwner(
    { slug: "reader", owner: "mona", ownerKind: "user" },
    acme,
    resolveHost("github.com"),
  );
  expect(error.message).toBe(
    'The App "reader" belongs to mona, not to acme. Its key was discarded.',
  );
  expect(error.hints).toEqual([
    {
      text: "Delete the App: press Advanced, then Delete",
      link: "https://github.com/settings/apps/reader",
    },
    { text: "Sign in to GitHub in the browser as a user who can create Apps for acme" },
  ]);
});

test("an App of another organization is reported with that organization's page", () => {
  const acme = { login: "acme", id: 1, kind: "organization" } as const;
  const app = { slug: "reader", owner: "globex", ownerKind: "organization" } as const;
  const link = "https://github.com/organizations/globex/settings/apps/reader";
  expect(new WrongOwner(app, acme, resolveHost("github.com")).hints[0]).toMatchObject({ link });
});
