import { describe, expect, it, test } from "vitest";
import { buildPatTemplate, checkLifetimeDays } from "../../../src/credentials/pat/template.ts";
import type { PatPlan } from "../../../src/credentials/pat/template.ts";

const plan: PatPlan = {
  host: { webUrl: "https://forge.example" },
  resourceOwner: "acme",
  controlRepository: "acme/control",
  repositories: ["acme/control", "acme/web"],
  permissions: { contents: "read", issues: "write", metadata: "read", security_events: "read" },
  lifetimeDays: 30,
  now: new Date("2030-01-31T23:00:00Z"),
};

describe("the form for a new PAT", () => {
  it("is filled in with name, owner, expiry and permissions", () => {
    const { name, url } = buildPatTemplate(plan);
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe("https://forge.example/settings/personal-access-tokens/new");
    expect(Object.fromEntries(searchParams)).toEqual({
      name: "gatehouse control 2030-01-31 2300",
      description: "Control plane of acme/control",
      target_name: "acme",
      expires_in: "30",
      contents: "read",
      issues: "write",
      security_events: "read",
    });
    expect(name).toBe("gatehouse control 2030-01-31 2300");
  });

  it("is listed with its repositories and permissions for a manual check", () => {
    const { repositories, permissions } = buildPatTemplate(plan);
    expect(repositories).toEqual(["acme/control", "acme/web"]);
    expect(permissions).toContainEqual({
      title: "Code scanning alerts",
      level: "read",
      isPossible: true,
    });
    expect(permissions).toHaveLength(4);
  });

  it("marks permissions that a PAT cannot have, and omits them from the link", () => {
    const permissions = { checks: "read", packages: "read" } as const;
    const template = buildPatTemplate({ ...plan, permissions });
    expect(template.permissions.map(({ isPossible }) => isPossible)).toEqual([false, false]);
    expect(template.url).not.toMatch(/checks|packages/);
  });

  test.each(["acme/c", `acme/${"x".repeat(100)}`])(
    "has a token name of at most 40 characters for %s",
    (name) => {
      const template = buildPatTemplate({ ...plan, controlRepository: name });
      expect(template.name.length).toBeLessThanOrEqual(40);
      expect(template.name).toMatch(/2030-01-31 2300$/);
    },
  );

  test.each(["2030-03-01T23:00:00Z", "2030-01-31T23:01:00Z"])(
    "has a different token name at %s",
    (time) => {
      const later = { ...plan, now: new Date(time) };
      expect(buildPatTemplate(later).name).not.toBe(buildPatTemplate(plan).name);
    },
  );
});

test.each([
  ["1", true],
  [" 30 ", true],
  ["366", true],
  ["0", false],
  ["367", false],
  ["none", false],
  ["", false],
  ["1.5", false],
])("a lifetime of %j days is allowed: %s", (text, isPossible) => {
  expect(checkLifetimeDays(text) === undefined).toBe(isPossible);
});
