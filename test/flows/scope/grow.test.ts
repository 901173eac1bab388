import { describe, expect, test } from "vitest";
import { createRobot } from "../../emulator/signed-in.ts";
import { Cancelled, InvalidInput } from "../../../src/shared/errors.ts";
import type { Moment } from "../setup/operator.ts";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { repository } from "../setup/bench.ts";
import {
  described,
  idsOf,
  openScopeBench,
  readDecision,
  settingsFile,
  type ScopeBench,
} from "./scope-bench.ts";

const control = repository.full;
const live = { ...described, targets: ["acme/api"], mode: "live" };
const byRun = { "failure:read-proof": "run", "failure:write-proof": "run" };
const scope = { purpose: "scope" } as const;

const coveredBy = async (bench: ScopeBench) =>
  (await bench.apps()).map(({ installations }) => installations[0]?.repositories.toSorted());

/** Creates a control plane with both Apps, which were created before the scope existed. */
async function openWithApps(): Promise<ScopeBench> {
  const bench = await openScopeBench();
  expect((await bench.setUp()).outcome).toMatchObject({ scope: "later", profile: undefined });
  return bench;
}

describe("a scope that is added after the Apps", () => {
  test("is described at once; each installation is changed on its page, and proved by a run", async () => {
    const bench = await openWithApps();
    const opened: string[] = [];
    const { outcome, error, asked, text } = await bench.setUp({
      ...scope,
      answers: { ...live, ...byRun },
      openLink: async (link, selection) => {
        opened.push(link);
        await createRobot(selection ? { selection } : {}).visit(link);
        return true;
      },
    });
    expect(error).toBeUndefined();
    expect(idsOf(asked)[0]).toBe("targets");
    expect(outcome).toMatchObject({ scope: "described", profile: "app", unchosen: [] });
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(await coveredBy(bench)).toEqual([
      ["acme/api", control],
      ["acme/api", control],
    ]);
    expect((await readDecision(bench))?.choice).toMatchObject({ readApp: true, writeApp: true });
    // No page is opened for an App that is not installed yet.
    const pages = opened.map((link) => new URL(link).pathname.replace(/\d+$/, "N"));
    expect(pages).toEqual(Array(2).fill("/organizations/acme/settings/installations/N"));
    expect(text).not.toContain("Install the Read App");
    // Complete parts are skipped. The setup also uses the proofs.
    const again = await bench.setUp({ answers: { ...live, scope: "keep" } });
    expect(again.outcome?.apps.map(({ installation }) => installation)).toEqual([
      "proved",
      "proved",
    ]);
  });

  test("continues when the operator confirms the saved selection, if the list does not show it", async () => {
    const bench = await openWithApps();
    let press: Moment["act"] | undefined;
    let stale: ReturnType<SetUpDeps["listInstallations"]> | undefined;
    const { outcome, error } = await bench.setUp({
      ...scope,
      answers: { ...live, ...byRun },
      openLink: async (link, selection) => {
        await createRobot(selection ? { selection } : {}).visit(link);
        await press?.("saved");
        return true;
      },
      onMoment: ({ wait, act }) => {
        if (wait.endsWith("-selection")) press = act;
      },
      change: (deps) => ({
        // The list is from the same second as the proof.
        listInstallations: () => (stale ??= deps.listInstallations()),
      }),
    });
    expect(error).toBeUndefined();
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  });

  test("returns to the page if the saved selection differs from the scope", async () => {
    const bench = await openWithApps();
    let visits = 0;
    const { outcome, text } = await bench.setUp({
      ...scope,
      answers: { ...live, ...byRun, "failure:read-run": { each: ["page"] } },
      openLink: async (link, selection = []) => {
        visits += 1;
        const isWrong = visits === 1;
        await createRobot({ selection: isWrong ? [control, "acme/web"] : selection }).visit(link);
        return true;
      },
    });
    expect(text).toContain(
      "The read App covers 2 repositories, not exactly: acme/control, acme/api.",
    );
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(visits).toBe(3);
  });

  test("deletes the record of an App that it does not need, after a confirmation", async () => {
    const bench = await openWithApps();
    const answers = { ...live, ...byRun, mode: "review", "failure:write-unchosen": "delete" };
    const openLink = async (link: string, selection?: readonly string[]) => {
      await createRobot(selection ? { selection } : {}).visit(link);
      return true;
    };
    const kept = await bench.setUp({
      ...scope,
      openLink,
      answers: { ...answers, "failure:write-unchosen": "keep" },
    });
    expect(kept.outcome).toMatchObject({ unchosen: ["write"] });
    expect(Object.keys(await bench.stored())).toContain("CP_FORGE_WRITE_APP_PRIVATE_KEY");
    const { outcome } = await bench.setUp({
      ...scope,
      openLink,
      answers: { ...answers, scope: "keep" },
    });
    expect(outcome).toMatchObject({
      unchosen: [],
      apps: [{ role: "read", installation: "proved" }],
    });
    expect(Object.keys(await bench.stored()).toSorted()).toEqual([
      "CP_FORGE_READ_APP_ID",
      "CP_FORGE_READ_APP_PRIVATE_KEY",
    ]);
  });
});

describe("a scope with an error", () => {
  test("can be changed by the next run, regardless of earlier answers", async () => {
    const bench = await openWithApps();
    const openLink = async (link: string, selection?: readonly string[]) => {
      await createRobot(selection ? { selection } : {}).visit(link);
      return true;
    };
    await bench.setUp({ ...scope, openLink, answers: { ...live, ...byRun } });
    const change = { ...live, ...byRun, scope: "change", "scope-parts": ["targets"] };
    const typo = { ...change, targets: ["acme/api", "others"], "more-targets": "acme/wbe" };
    const { error } = await bench.setUp({ ...scope, answers: typo });
    expect(error?.message).toContain("Repository acme/wbe not found");
    const repaired = await bench.setUp({
      ...scope,
      openLink,
      answers: change,
    });
    expect(idsOf(repaired.asked).slice(0, 3)).toEqual(["scope", "scope-parts", "targets"]);
    expect(repaired.outcome?.apps.map(({ installation }) => installation)).toEqual([
      "proved",
      "proved",
    ]);
  });

  test("is not resumed after another setup was completed in between", async () => {
    const bench = await openWithApps();
    const { targets: _, ...some } = live;
    await bench.setUp({ ...scope, answers: some });
    await bench.setUp();
    const { asked } = await bench.setUp({ ...scope, answers: some });
    expect(idsOf(asked)).toEqual(["targets"]);
  });
});

describe("another machine, without a journal", () => {
  test("proves Apps against the scope, without removing repositories first", async () => {
    const bench = await openScopeBench();
    const openLink = async (link: string, selection?: readonly string[]) => {
      await createRobot(selection ? { selection } : {}).visit(link);
      return true;
    };
    await bench.setUp({ openLink, answers: { ...live, ...byRun } });
    const before = await coveredBy(bench);
    bench.forgetJournal();
    const pages: string[] = [];
    const { outcome, error } = await bench.setUp({
      answers: { ...live, ...byRun, scope: "keep" },
      openLink: (link) => Promise.resolve(pages.push(link) > 0),
    });
    expect(error).toBeUndefined();
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect([await coveredBy(bench), pages]).toEqual([before, []]);
  });
});

describe("a scope that is checked in", () => {
  test("is changed only in the requested parts", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope({
      ...described,
      limits: "other",
      "repository-cap": "7",
      "dispatch-cap": "10",
      "has-packages": "some",
      packages: "audit",
      "package-audit-apis": ["contents"],
    });
    const before = JSON.parse((await bench.file(settingsFile)) ?? "");
    const { asked, error } = await bench.setUpScope(
      {
        scope: "change",
        "scope-parts": ["mode"],
        mode: "live",
        ...byRun,
        "settings-commit": "commit",
        "profile-app-read-write": true,
        "profile-app-write": true,
      },
      scope,
    );
    expect(error).toBeUndefined();
    expect(idsOf(asked).slice(0, 4)).toEqual(["scope", "scope-parts", "mode", "settings-commit"]);
    expect(JSON.parse((await bench.file(settingsFile)) ?? "")).toEqual({ ...before, mode: "live" });
  });

  test.each([
    ["changed", { scope: "change", "scope-parts": ["targets"], targets: ["acme/web"] }],
    ["described again", { ...described, targets: ["acme/web"] }],
  ])("and was %s is kept by a rerun, without questions about it", async (_, change) => {
    const bench = await openScopeBench();
    await bench.setUpScope({ ...described, targets: [control] });
    await bench.setUpScope({ ...described, ...change }, scope);
    const committed = await bench.file(settingsFile);
    const { asked, error } = await bench.setUp({
      answers: { scope: undefined, "profile-workflow-token": true },
      // The choices have changed since then.
      change: () => ({
        listRepositories: () => Promise.resolve({ entries: [], cutShort: undefined }),
      }),
    });
    expect(error).toBeUndefined();
    expect(idsOf(asked)).toEqual(["profile-workflow-token"]);
    expect(await bench.file(settingsFile)).toBe(committed);
  });

  test("provides the defaults for a new description", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope({
      ...described,
      targets: ["acme/web", "others"],
      "more-targets": "globex/tools",
      limits: "other",
      "repository-cap": "7",
      "dispatch-cap": "10",
    });
    const numbers = { limits: "other", "repository-cap": "8", "dispatch-cap": "10" };
    const offered = new Map<string, unknown>();
    await bench.setUpScope(
      { ...described, ...numbers, "settings-commit": "stop" },
      {
        ...scope,
        onQuestion: (id, _situation, question) => {
          if (question && "initial" in question) offered.set(id, question.initial);
        },
      },
    );
    expect(Object.fromEntries(offered)).toMatchObject({
      // The repository belongs to another owner and is not listed, but it is offered anyway.
      targets: ["acme/web", "globex/tools"],
      mode: "review",
      destination: "control",
      "repository-cap": "7",
      "dispatch-cap": "10",
    });
  });

  test("is not created if the operator stops at the commit", async () => {
    const bench = await openScopeBench();
    const { error } = await bench.setUpScope({ ...described, "settings-commit": "stop" }, scope);
    expect(error).toBeInstanceOf(Cancelled);
    expect(error).not.toBeInstanceOf(InvalidInput);
    expect(await bench.file(settingsFile)).toBeUndefined();
  });
});
