import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { parseSettings } from "../../../src/plane/scope/settings.ts";
import {
  byHand,
  described,
  idsOf,
  openScopeBench,
  settingsFile,
  type ScopeBench,
} from "./scope-bench.ts";

const readSettings = async (bench: ScopeBench) =>
  parseSettings((await bench.file(settingsFile)) ?? "", settingsFile);
const commits = (bench: ScopeBench) =>
  bench.changes().filter((change) => change.endsWith(settingsFile)).length;

describe("a scope", () => {
  test("can be described without a list of repositories, and reports that the list is missing", async () => {
    const bench = await openScopeBench();
    const play = { kind: "status", status: 403, message: "no" } as const;
    bench.emulator.setFaults([
      { on: "POST /graphql", play },
      { on: "GET /user/repos", times: 0, play },
    ]);
    const reported = new Map<string, readonly string[] | undefined>();
    const { error } = await bench.setUpScope(
      { ...described, targets: ["others"], "more-targets": "acme/api" },
      { onQuestion: (id, _, question) => void reported.set(id, question?.body) },
    );
    expect(error).toBeUndefined();
    expect(reported.get("targets")).toEqual([
      expect.stringMatching(/^The list is incomplete: .* 403 no\.$/),
    ]);
    expect((await readSettings(bench)).targets).toEqual(["acme/api"]);
  });

  test("is committed as it was shown", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope({
      ...described,
      targets: ["acme/web", "others"],
      "more-targets": "acme/api, ACME/Api acme/web",
      mode: "live",
      "has-packages": "some",
      packages: "audit forge-review",
      "package-audit-apis": ["contents", "issues"],
      "package-forge-review-apis": [],
    });
    expect(await readSettings(bench)).toEqual({
      version: 1,
      targets: ["acme/web", "acme/api"],
      allowedOwners: ["acme"],
      mode: "live",
      destination: "control",
      caps: { repositories: 25, dispatches: 10 },
      packages: [
        {
          name: "audit",
          apis: ["contents", "issues"],
          permissions: {},
          killSwitch: "CP_AUDIT_ENABLED",
        },
        {
          name: "forge-review",
          apis: [],
          permissions: {},
          killSwitch: "CP_PACKAGE_FORGE_REVIEW_ENABLED",
        },
      ],
      environment: "control-plane",
    });
  });

  test.each([
    ["more-targets", "acme", "Use owner/name, such as acme/web."],
    ["more-targets", "", "Enter at least one name, such as acme/web."],
    ["packages", "", "Enter at least one name, such as dependency-review."],
    ["repository-cap", "0", "was rejected. Enter a whole number from 1 to 9999."],
    ["repository-cap", "x25", "was rejected. Enter a whole number from 1 to 9999."],
    ["packages", "audit!", "Names must be lowercase"],
    ["dispatch-cap", "many", "was rejected. Enter a whole number from 1 to 9999."],
    ["packages", "Audit", "Names must be lowercase"],
    [
      "packages",
      "a-b a.b",
      'the script: answers["packages"] was rejected. a-b and a.b would share one kill switch.',
    ],
  ])("with %s %j is refused before it is committed", async (id, value, complaint) => {
    const bench = await openScopeBench();
    const more = { targets: ["others"], limits: "other", "has-packages": "some" };
    const usual = { "more-targets": "acme/web", "repository-cap": "3", "dispatch-cap": "2" };
    const answers = { ...described, ...more, ...usual, [id]: value };
    const { error } = await bench.setUpScope(answers);
    expect(error?.message).toContain(complaint);
    expect(await bench.file(settingsFile)).toBeUndefined();
  });

  test("is committed with its alternate repository", async () => {
    const bench = await openScopeBench();
    const alternate = { destination: "alternate", alternate: "acme/infra" };
    await bench.setUpScope({ ...described, ...alternate });
    expect(await readSettings(bench)).toMatchObject({
      destination: "alternate",
      alternateRepository: "acme/infra",
    });
  });

  test("without a target is refused", async () => {
    const bench = await openScopeBench();
    const { error } = await bench.setUpScope({ ...described, targets: [] });
    expect(error?.message).toContain("but it must have at least 1 entries.");
  });

  test("is not committed without a yes; the next run asks for the yes only", async () => {
    const bench = await openScopeBench();
    const { error } = await bench.setUpScope({ ...described, "settings-commit": "stop" });
    expect(error).toMatchObject({ exitCode: 130 });
    expect(bench.changes()).toEqual([]);
    const { asked, outcome } = await bench.setUpScope(described);
    expect(idsOf(asked)[0]).toBe("settings-commit");
    expect(outcome?.scope).toBe("described");
  });

  test("that is checked in is kept and not overwritten", async () => {
    const bench = await openScopeBench();
    await bench.commit(settingsFile, byHand);
    const before = commits(bench);
    const { outcome, asked } = await bench.setUpScope({ ...described, scope: "keep" });
    expect(outcome).toMatchObject({ scope: "described", profile: "workflow-token" });
    expect(await bench.file(settingsFile)).toBe(byHand);
    expect(commits(bench)).toBe(before);
    expect(idsOf(asked)).toEqual([
      "scope",
      "profile-workflow-token",
      "control-file",
      "firewall",
      "engine",
    ]);
    expect(idsOf((await bench.setUpScope({})).asked)).toEqual([]);
  });

  test("keeps values that only the file can contain after a new description", async () => {
    const bench = await openScopeBench();
    await bench.commit(settingsFile, byHand);
    const packages = { packages: "audit", "package-audit-apis": ["issues"] };
    const { error } = await bench.setUpScope({
      ...described,
      ...packages,
      targets: ["acme/control", "acme/web"],
      "has-packages": "some",
    });
    expect(error).toBeUndefined();
    expect(await readSettings(bench)).toMatchObject({
      $schema: "https://example.com/control-plane.schema.json",
      targets: ["acme/control", "acme/web"],
      packages: [{ apis: ["issues"], permissions: { issues: "read" }, killSwitch: "AUDIT_ON" }],
      environment: "guarded",
      rotationOwner: "olga",
      workers: ["worker.lock.yml"],
    });
    const { asked } = await bench.setUpScope({});
    expect(idsOf(asked)).toEqual([]);
  });
});

test("an invalid file stops the setup with its line and column, and stays unchanged", async () => {
  const bench = await openScopeBench();
  const wrong = byHand.replace('"review"', '"careful"').replace("acme/web", "web");
  await bench.commit(settingsFile, wrong);
  const { error, asked } = await bench.setUpScope(described);
  expect(error).toMatchObject({ exitCode: 2 });
  expect(error?.message).toContain(`${settingsFile} has 3 problems:`);
  expect(error?.message).toMatch(/5:\d+ targets\[0\]: expected a repository's full name/);
  expect(error?.message).toMatch(/\d+:\d+ mode: expected "review" or "live"; found "careful"/);
  expect(idsOf(asked)).toEqual(["settings-read"]);
  expect(await bench.file(settingsFile)).toBe(wrong);
});

test("distinguishes a branch that rejects direct commits from another user's change", async () => {
  const bench = await openScopeBench();
  const message =
    "Could not create file: Changes must be made through a pull request. Required status check expected.";
  const on = `PUT /repos/acme/control/contents/${settingsFile}`;
  bench.emulator.setFaults([{ on, play: { kind: "status", status: 409, message } }]);
  const { error, text } = await bench.setUpScope(described);
  expect(error).toMatchObject({ exitCode: 3 });
  expect(error?.message).toContain(`Could not commit ${settingsFile} to acme/control: `);
  expect(text).toContain("If the branch is protected, commit this file with a pull request");

  // After the operator follows the instructions, the next run continues.
  const by = (settings: string) => bench.commit(settingsFile, settings);
  await by(byHand);
  expect((await bench.setUpScope({ ...described, scope: "keep" })).error).toBeUndefined();
});

test("a commit without a response from the forge is not made twice", async () => {
  const bench = await openScopeBench();
  const on = `PUT /repos/acme/control/contents/${settingsFile}`;
  bench.emulator.setFaults([{ on, play: { kind: "cut", when: "after" } }]);
  const answers = { ...described, "failure:settings-write": "again" };
  const { error } = await bench.setUpScope(answers);
  expect(error).toBeUndefined();
  expect(commits(bench)).toBe(1);
});

test("Back returns past the description, but not past the commit", async () => {
  const bench = await openScopeBench();
  let isBack = true;
  const { asked, error } = await bench.setUpScope(
    { ...described, mode: { each: ["live", "review"] } },
    {
      onQuestion: (id, { canGoBack }) => {
        if (id !== "destination" || !isBack || !canGoBack) return;
        isBack = false;
        throw new Back();
      },
    },
  );
  expect(error).toBeUndefined();
  expect((await readSettings(bench)).mode).toBe("review");
  const profile = asked.find(({ id }) => id === "profile-workflow-token");
  expect(profile?.canGoBack).toBe(false);
});

test("Back after the commit shows the same question, and commits nothing else", async () => {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  let isBack = true;
  const { error } = await bench.setUpScope(
    { ...described, "billing-administrator": "hubot", "billing-confirmed": true },
    {
      onQuestion: (id) => {
        if (id !== "billing-confirmed" || !isBack) return;
        isBack = false;
        throw new Back();
      },
    },
  );
  expect(error).toBeUndefined();
  expect(commits(bench)).toBe(1);
});
