import { describe, expect, test } from "vitest";
import { parseSettings, renderSettings } from "../../../src/plane/scope/settings.ts";
import type { Package } from "../../../src/plane/scope/settings.ts";
import type { Moment } from "../setup/operator.ts";
import { described, openScopeBench, settingsFile } from "./scope-bench.ts";
import type { ScopeBench } from "./scope-bench.ts";

const live = {
  ...described,
  targets: ["acme/api"],
  mode: "live",
  "has-packages": "some",
  packages: "audit",
  "package-audit-apis": ["contents", "issues"],
};
const readSlug = "gatehouse-acme-control-read";
const readPermissions = { actions: "read", contents: "read", issues: "read", metadata: "read" };

async function permissionsOf(bench: ScopeBench, slug: string): Promise<unknown> {
  return ((await bench.send("GET", `/apps/${slug}`)).json as { permissions: unknown }).permissions;
}

/** Changes the only package of the committed settings, as a reviewed commit does. */
async function changePackage(bench: ScopeBench, change: Partial<Package>): Promise<void> {
  const before = parseSettings((await bench.file(settingsFile)) ?? "", settingsFile);
  const packages = before.packages.map((each) => ({ ...each, ...change }));
  await bench.commit(settingsFile, renderSettings({ ...before, packages }));
}

/** Runs `scope` again. Follows the advice of the first reported problem with `fix`. */
async function keepScope(bench: ScopeBench, fix: (page: string) => Promise<void>) {
  const problems: Moment["update"]["problem"][] = [];
  const run = await bench.setUp({
    purpose: "scope",
    answers: { ...live, scope: "keep", "failure:read-proof": "run" },
    openLink: () => Promise.resolve(true),
    onMoment: async ({ wait, update, act }) => {
      if (wait !== "read-install" || !update.problem) return;
      problems.push(update.problem);
      if (problems.length > 1) return;
      await fix(update.problem.hints?.[0]?.link ?? "");
      await act("check");
    },
  });
  return { ...run, problems };
}

const formOf = (permissions: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(permissions).map(([name, level]) => [`permissions[${name}]`, level]),
  );

describe("a scope whose packages need less than the ceilings", () => {
  test("creates Apps that request only what the packages and gatehouse's runs need", async () => {
    const bench = await openScopeBench();
    const { outcome, text } = await bench.setUpScope(live);
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(await permissionsOf(bench, readSlug)).toEqual(readPermissions);
    expect(await permissionsOf(bench, "gatehouse-acme-control-write")).toEqual({
      actions: "write",
      issues: "write",
      metadata: "read",
      pull_requests: "write",
    });
    expect(text).toContain("Read-only: Actions, Contents, Issues, Metadata");
    expect(text).not.toContain("Secret scanning alerts");
  });

  test("reports permissions that new packages need, until an owner accepts them", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(live);
    await changePackage(bench, { apis: ["contents", "issues", "checks"] });
    const { outcome, problems } = await keepScope(bench, async (page) => {
      await bench.press(new URL(page).pathname, formOf({ ...readPermissions, checks: "read" }));
      const [app] = await bench.apps();
      const settings = `/organizations/acme/settings/installations/${app?.installations[0]?.id}`;
      await bench.press(`${settings}/permissions/update`);
    });
    expect(problems[0]).toMatchObject({
      text: "Its permissions differ. Checks: No access instead of Read-only.",
      hints: [
        { text: "Request permissions in the App's settings: Checks: Read-only" },
        { text: "Then accept them as an owner on the installation's page" },
      ],
    });
    expect(outcome?.apps[0]?.installation).toBe("proved");
  });

  test("reports permissions that the packages no longer need, until they are removed", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(live);
    await changePackage(bench, { apis: ["contents"] });
    const { issues: _, ...less } = readPermissions;
    const { outcome, problems } = await keepScope(bench, (page) =>
      bench.press(new URL(page).pathname, formOf(less)),
    );
    expect(problems[0]).toMatchObject({
      text: "Its permissions differ. Issues: Read-only instead of No access.",
      hints: [{ text: "Reduce permissions in the App's settings: Issues: No access" }],
    });
    expect(outcome?.apps[0]?.installation).toBe("proved");
    expect(await permissionsOf(bench, readSlug)).toEqual(less);
  });
});
