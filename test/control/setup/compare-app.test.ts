import { describe, expect, test } from "vitest";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { describeDifferences, WrongOwner } from "../../../src/control/setup/compare-app.ts";

describe("an App is compared with what was asked for", () => {
  test("and nothing is said of one that is as asked", () => {
    expect(describeDifferences({ permissions: readAppCeiling, events: [] }, "read")).toEqual([]);
    expect(describeDifferences({ permissions: writeAppCeiling, events: [] }, "write")).toEqual([]);
  });

  test("and each difference is named, with whether it gives more than it may", () => {
    const { checks: _, ...less } = readAppCeiling;
    const app = { permissions: { ...less, contents: "write" }, events: ["push"] };
    expect(describeDifferences(app, "read")).toEqual([
      { say: "checks: none instead of read", isAbove: false },
      { say: "contents: write instead of read", isAbove: true },
      { say: "event push: asked for none", isAbove: true },
    ]);
  });
});

test("an App of another owner has the page to delete it, and says whom to sign in as", () => {
  const acme = { login: "acme", id: 1, kind: "organization" } as const;
  const error = new WrongOwner(
    { slug: "reader", owner: "mona", ownerKind: "user" },
    acme,
    resolveHost("github.com"),
  );
  expect(error.message).toBe(
    'The App "reader" belongs to mona, not to acme. Its key was not kept.',
  );
  expect(error.hints).toMatchObject([{ link: "https://github.com/settings/apps/reader" }, {}]);
});
