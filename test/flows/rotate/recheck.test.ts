import { describe, expect, test } from "vitest";
import type { AppReport } from "../../../src/plane/proof/proof-workflow.ts";
import { proofStep } from "../../../src/plane/rotate/journal-steps.ts";
import { digestRepositories } from "../../../src/plane/proof/run-proof.ts";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { type AppRole } from "../../../src/credentials/apps/app-role.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import { at, newKey, oldKey, location, settings } from "./rotations.ts";
import { covered, good, isUnknown, recheck, reportOf, roles, runLink } from "./recheck-bench.ts";

test("Apps that match the plan are proved", async () => {
  const { result, marks, journal } = await recheck(good);
  // The step belongs to this key. A later rotation is checked again.
  expect([...journal.steps().keys()]).toEqual([proofStep(location, "rechecked", [newKey]).id]);
  const text = "exactly acme/control, acme/api; permissions match the ceiling";
  expect(result?.recheck).toEqual({
    at,
    runLink,
    apps: roles.map((role) => ({ role, isProved: true, text })),
  });
  expect(result?.rechecked[0]?.rotation).toMatchObject({
    stage: "rechecked",
    evidence: { rechecked: { at, findings: [`Read App: ${text}`, `Write App: ${text}`] } },
  });
  expect(marks.map(({ name, state }) => [name, state])).toEqual([
    ["Read access", "done"],
    ["Write access", "done"],
  ]);
});

test("repositories of the setup's installation take precedence over the enrolled ones", async () => {
  const enrolled = { ...settings, targets: ["acme/infra"] };
  const { error } = await recheck(good, { readSettings: () => Promise.resolve(enrolled) });
  expect(error).toBeUndefined();
});

test("the packages of the committed scope narrow the permissions that a rotated App may have", async () => {
  const [name, killSwitch] = ["docs", "DOCS_ENABLED"];
  const packages = [{ name, killSwitch, apis: ["checks"], permissions: {} }] as const;
  const readSettings = () => Promise.resolve({ ...settings, packages });
  const narrowed = { actions: "read", checks: "read", contents: "read", metadata: "read" };
  const read = reportOf("read", { permissions: narrowed });
  const { error } = await recheck({ ...good, read }, { readSettings });
  expect(error).toBeUndefined();
  const refused = await recheck(good, { readSettings });
  expect(refused.error?.message).toContain("Issues: Read-only instead of No access");
});

test("reads the records again, and skips an App that was removed since then", async () => {
  const { result } = await recheck(good, { without: [appRecords.write.variable] });
  expect(result?.recheck.apps.map(({ role }) => role)).toEqual(["read"]);
});

describe("an App whose key was rotated is not proved", () => {
  const refusals: [string, Partial<AppReport>, string][] = [
    [
      "if a different key is stored",
      { keyFingerprint: oldKey },
      `A different Read App key is stored now: ${oldKey}.`,
    ],
    [
      "if the forge does not list its installation",
      { installationId: 99 },
      "The run reported installation 99 of App 11, which the API does not list.",
    ],
    [
      "if its installation belongs to another App",
      { appId: 99 },
      "The run reported installation 21 of App 99, which the API does not list.",
    ],
    ["if its installation is suspended", { isSuspended: true }, "The installation is suspended."],
    [
      "if it is installed on all repositories",
      { selection: "all" },
      "It is installed on all repositories, which gives it more access than planned.",
    ],
    [
      "if it has a different permission",
      { permissions: { ...ceilings.read, contents: "write" } },
      "Its permissions differ. Contents: Read and write instead of Read-only.",
    ],
    [
      "if its repositories are not the approved ones",
      { repositoriesDigest: digestRepositories(["acme/control"]), repositoryCount: 1 },
      "The read App covers 1 repository, not exactly: acme/control, acme/api.",
    ],
    [
      "if the key belongs to another App",
      { clientId: "Iv1.other" },
      "The stored key belongs to App Iv1.other, not to Iv1.read.",
    ],
  ];
  test.each(refusals)("%s", async (_, change, says) => {
    const { error, asked, journal } = await recheck({ ...good, read: reportOf("read", change) });
    expect(error?.message).toBe(says);
    expect(asked).toEqual(["recheck"]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("if it has another user's key, and suggests finding that user", async () => {
    const other = reportOf("read", { keyFingerprint: oldKey });
    const { hints } = await recheck({ ...good, read: other });
    expect(hints).toEqual([{ text: "Find out who stored this key during the rotation" }]);
  });

  test("if its key does not work, and the error explains how to add another key", async () => {
    const { error, hints } = await recheck({ write: good.write });
    expect(error?.message).toContain("the new key may have been deleted instead of the old one");
    const ways = [
      { text: "Open the run", link: runLink },
      {
        text: "Generate another key and enter its path",
        command: "gatehouse rotate --repo acme/control --app read --start-over",
      },
    ];
    expect(hints).toEqual(ways);
    const asMember = await recheck({ write: good.write }, { isOwner: false });
    expect(asMember.hints).toEqual([
      ...ways,
      { text: "Or ask an owner of acme to generate a key" },
    ]);
  });

  test("if the App was deleted, not only its old key", async () => {
    const gone = { read: "Iv1.read" };
    const runProof = () =>
      Promise.resolve({ runLink, reports: { write: good.write }, tokens: {}, gone });
    const { error } = await recheck({}, { runProof });
    expect(error?.message).toContain(
      "App Iv1.read not found (404 with its own key): it was deleted, or the client ID is wrong.",
    );
  });

  test.each([appRecords.read.secret, appRecords.read.variable])(
    "if %s is missing",
    async (name) => {
      const { error } = await recheck({ write: good.write }, { without: [name] });
      expect(error?.message).toContain("The Read App's stored key does not work:");
    },
  );

  test("if its repositories changed since the first run, and the approved ones are unknown", async () => {
    const other = reportOf("read", { repositoriesDigest: digestRepositories(["acme/x"]) });
    const { error, hints } = await recheck({ ...good, read: other }, isUnknown);
    expect(error?.message).toBe("The Read App's repositories changed during the rotation.");
    expect(hints).toEqual([{ text: "Open the run", link: runLink }]);
  });
});

describe("the expected repositories of an App", () => {
  test("are the enrolled ones if another machine set it up", async () => {
    const given = { ...isUnknown, readSettings: () => Promise.resolve(settings) };
    const { result } = await recheck(good, given);
    expect(result?.recheck.apps[0]?.text).toContain("exactly acme/control, acme/api");
  });

  test("are those of the first run if no other source exists", async () => {
    const { result } = await recheck(good, isUnknown);
    expect(result?.recheck.apps[0]).toEqual({
      role: "read",
      isProved: true,
      text: "2 selected repositories, unchanged; permissions match the ceiling",
    });
    const one = reportOf("read", { repositoryCount: 1 });
    const { result: single } = await recheck({ ...good, read: one }, isUnknown);
    expect(single?.recheck.apps[0]?.text).toMatch(
      /1 selected repository, unchanged; permissions match the ceiling/,
    );
  });

  test("are not compared with a list that this account cannot read", async () => {
    const { error } = await recheck(good, { listInstallations: () => Promise.resolve(undefined) });
    expect(error).toBeUndefined();
  });
});

describe("an App whose key was not rotated", () => {
  test("is reported with its problem, and does not stop the rotation", async () => {
    const suspended = reportOf("write", { isSuspended: true });
    const { result, marks } = await recheck({ ...good, write: suspended });
    expect(result?.recheck.apps[1]).toEqual({
      role: "write",
      isProved: false,
      text: "The installation is suspended.",
    });
    expect(marks[1]).toMatchObject({ name: "Write access", state: "unknown" });
  });

  test("is reported if its key does not work, and the App with the rotated key is proved", async () => {
    const { result } = await recheck({ read: good.read });
    expect(result?.recheck.apps[1]).toEqual({
      role: "write",
      isProved: false,
      text: "The Write App's stored key does not work.",
    });
  });

  test("is not checked if only part of it is stored", async () => {
    for (const half of [appRecords.write.secret, appRecords.write.variable]) {
      const { result } = await recheck(good, { without: [half] });
      expect(result?.recheck.apps.map(({ role }) => role)).toEqual(["read"]);
    }
  });

  test("does not suppress an unexpected error", async () => {
    const approvedRepositories = (role: AppRole) =>
      role === "write" ? Promise.reject(new TypeError("a bug")) : Promise.resolve(covered);
    const { error } = await recheck(good, { approvedRepositories });
    expect(error?.message).toBe("a bug");
  });
});
