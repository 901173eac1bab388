import { beforeEach, describe, expect, test } from "vitest";
import { AppGone } from "../../../src/plane/setup/app-gone.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { openBench, type FlowBench, type SetUpRun } from "./bench.ts";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";

const slug = "gatehouse-acme-control-read";
const settings = `/organizations/acme/settings/apps/${slug}`;
const idsOf = ({ asked }: SetUpRun) => asked.map(({ id }) => id);
let bench: FlowBench;
beforeEach(async () => {
  bench = await openBench();
  await bench.setUp();
});

const deleteApp = () => bench.press(`${settings}/delete`);
/** Replaces dependencies for a user who is not an owner and cannot see private Apps. */
const asStranger = (deps: SetUpDeps): Partial<SetUpDeps> => ({
  checkReadiness: async () => ({ ...(await deps.checkReadiness()), isOwner: false }),
  listInstallations: () => Promise.resolve(undefined),
  findApp: () => Promise.resolve(undefined),
});

describe("an App that was deleted on the forge", () => {
  let old: string | undefined;
  let keyFile: string;
  beforeEach(async () => {
    old = (await bench.apps())[0]?.clientId;
    keyFile = await bench.saveKey(slug);
    await deleteApp();
  });

  test("is detected and shown with the evidence, and nothing is created without consent", async () => {
    const before = await bench.stored();
    const run = await bench.setUp();
    expect(run.error).toBeInstanceOf(Cancelled);
    expect(run.text).toContain(
      `This account can see the App gatehouse-acme-control-write, but not the App ${slug}.`,
    );
    expect(run.text).toContain("The installations of acme do not include the App.");
    expect(run.text).toContain("/organizations/acme/settings/apps");
    expect(await bench.stored()).toEqual(before);
    expect(await bench.apps()).toHaveLength(1);
  });

  test("gets a new one in its place, which is stored, proved and known from then on", async () => {
    const { outcome } = await bench.setUp({ answers: { "failure:read-missing": "replace" } });
    const made = (await bench.apps()).find((app) => app.slug === slug);
    expect(made?.clientId).not.toBe(old);
    expect(outcome?.apps[0]).toMatchObject({ clientId: made?.clientId, installation: "proved" });
    expect(await bench.stored()).toMatchObject({ CP_FORGE_READ_APP_ID: made?.clientId });
    const steps = [...(await bench.journal()).steps().keys()].join("\n");
    expect(steps).not.toContain(`installed ${old}`);
    expect(steps).not.toContain(`key date ${old}`);
    const rerun = await bench.setUp();
    expect(idsOf(rerun)).not.toContain("read-missing");
    expect(rerun.outcome?.apps[0]?.installation).toBe("proved");
  });

  test("is asked about again if the new App was not created, and is not reported as stored", async () => {
    const answers = { "failure:read-missing": "replace" };
    const stopped = await bench.setUp({ answers, stopDuring: "read-browser" });
    expect(stopped.error?.message).toContain("Stopped. Write App: created");
    const { text } = await bench.setUp();
    expect(text).toContain(`An earlier run found that App ${old} was deleted.`);
  });

  test("is detected through the owner's list alone if only its ID is known", async () => {
    bench.forgetJournal();
    const { text } = await bench.setUp();
    expect(text).toContain(`Only its client ID is known: ${old}.`);
    expect(text).toContain("The installations of acme do not include the App.");
  });

  test("is reported by a run that tries its stored key, and the next setup offers a new App", async () => {
    const answers = { "failure:read-proof": "run" };
    const run = await bench.setUp({ answers, change: asStranger });
    expect(run.error).toBeInstanceOf(AppGone);
    expect(run.text).toContain(`App ${old} not found (404 with its own key)`);
    expect(run.text).toContain("gatehouse setup --host");
    const rerun = await bench.setUp({ change: asStranger });
    expect(idsOf(rerun)).toContain("read-missing");
    expect(rerun.text).toContain(`An earlier run found that App ${old} was deleted.`);
  });

  test("frees its name for another App of the same owner, whose key can be provided", async () => {
    await bench.makeByHand("read", slug);
    const other = (await bench.apps()).find((app) => app.slug === slug);
    const answers = {
      "failure:read-missing": "new-key",
      "read-new-key": true,
      "read-key-from": "file",
      "read-key-file": await bench.saveKey(slug),
    };
    const { outcome, text } = await bench.setUp({ answers });
    expect(text).toContain(`The App ${slug} has a different client ID: ${other?.clientId}.`);
    expect(outcome?.apps[0]).toMatchObject({ clientId: other?.clientId, installation: "proved" });
    const steps = [...(await bench.journal()).steps().keys()].join("\n");
    expect(steps).not.toContain(`installed ${old}`);
  });

  test("is not reported as missing if this account could not see it anyway", async () => {
    const answers = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
    const run = await bench.setUp({ answers, change: asStranger });
    expect(idsOf(run)).not.toContain("read-missing");
    expect(run.outcome?.apps[0]?.installation).toBe("unknown");
  });

  test.each([
    ["private, so the deleted App is missing", "false", true],
    ["public, so nothing is known about the deleted App", "true", false],
  ])(
    "is compared with the other App, which the account can see: %s",
    async (_, isPublic, isMissed) => {
      const other = "/organizations/acme/settings/apps/gatehouse-acme-control-write";
      await bench.press(`${other}/visibility`, { public: isPublic });
      const change = (deps: SetUpDeps) => ({ ...asStranger(deps), findApp: deps.findApp });
      const run = await bench.setUp({ answers: { "failure:read-proof": "leave" }, change });
      expect(idsOf(run).includes("read-missing")).toBe(isMissed);
    },
  );

  test("is detected with its own key, and the next run offers a new App", async () => {
    const answers = {
      "failure:read-proof": "key",
      "read-key-from": "file",
      "read-key-file": keyFile,
      "failure:write-proof": "leave",
    };
    const { error } = await bench.setUp({ answers, change: asStranger });
    expect(error).toMatchObject({
      name: "AppGone",
      hints: [{ command: expect.stringContaining("gatehouse setup") as string }, {}],
    });
    const rerun = await bench.setUp({ change: asStranger });
    expect(idsOf(rerun)).toContain("read-missing");
  });
});

test("an App that the owner's account cannot read is not reported as missing", async () => {
  bench.emulator.setFaults([
    { on: "GET /apps/*", times: 0, play: { kind: "status", status: 403 } },
    { on: "GET /orgs/acme/installations", times: 0, play: { kind: "status", status: 403 } },
  ]);
  const answers = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
  const run = await bench.setUp({ answers });
  expect(idsOf(run)).not.toContain("read-missing");
  expect(run.outcome?.apps[0]).toMatchObject({ slug, installation: "unknown" });
});

describe("an App that is temporarily not visible", () => {
  /** Hides the App on the forge until the operator is asked. */
  const hidden = () => {
    let isHidden = true;
    return {
      onFailure: () => void (isHidden = false),
      change: (deps: SetUpDeps): Partial<SetUpDeps> => ({
        listInstallations: async () => {
          const listed = await deps.listInstallations();
          return isHidden ? listed?.filter(({ appSlug }) => appSlug !== slug) : listed;
        },
        findApp: async (name) => (isHidden && name === slug ? undefined : deps.findApp(name)),
      }),
    };
  };

  test("is found by a new check", async () => {
    const answers = { "failure:read-missing": "check-again" };
    const run = await bench.setUp({ answers, ...hidden() });
    expect(idsOf(run).filter((id) => id === "read-missing")).toHaveLength(1);
    expect(run.outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(await bench.apps()).toHaveLength(2);
  });

  test("is proved by one of its keys", async () => {
    const answers = {
      "failure:read-missing": "new-key",
      "read-new-key": true,
      "read-key-from": "file",
      "read-key-file": await bench.saveKey(slug),
    };
    const before = await bench.apps();
    const { outcome } = await bench.setUp({ answers, ...hidden() });
    expect(outcome?.apps[0]).toMatchObject({ slug, installation: "proved" });
    expect((await bench.apps()).map(({ clientId }) => clientId)).toEqual(
      before.map(({ clientId }) => clientId),
    );
  });
});

describe("a 404 response for the key of an existing App", () => {
  const change = asStranger;
  const leave = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
  let key: Record<string, unknown>;
  beforeEach(async () => {
    key = {
      "read-key-from": "file",
      "read-key-file": await bench.saveKey(slug),
      "failure:write-proof": "leave",
    };
  });
  /** Provides a key, and lets the forge answer so many times that it does not know the App. */
  const prove = (times: number, answers = {}) => {
    bench.emulator.setFaults([{ on: "GET /app", times, play: { kind: "not-found" } }]);
    return bench.setUp({ answers: { ...key, "failure:read-proof": "key", ...answers }, change });
  };
  const isMissed = async () =>
    idsOf(await bench.setUp({ answers: leave, change })).includes("read-missing");

  test("is repeated once, and a single 404 is ignored", async () => {
    expect((await prove(1)).outcome?.apps[0]?.installation).toBe("proved");
    expect(await isMissed()).toBe(false);
  });

  test("is recorded if it occurs twice", async () => {
    expect((await prove(2)).error?.name).toBe("AppGone");
    expect(await isMissed()).toBe(true);
  });

  test("is forgotten when the key proves the App after all", async () => {
    const again = { "failure:read-key-proof": { each: ["again"] } };
    expect((await prove(2, again)).outcome?.apps[0]?.installation).toBe("proved");
    expect(await isMissed()).toBe(false);
  });

  test("is discarded by a new check, which asks nothing more if nothing shows a deletion", async () => {
    await prove(2);
    const answers = { ...leave, "failure:read-missing": { each: ["check-again"] } };
    const { outcome, asked } = await bench.setUp({ answers, change });
    expect(asked.filter(({ id }) => id === "read-missing")).toHaveLength(1);
    expect(outcome?.apps[0]).toMatchObject({ slug, installation: "unknown" });
    expect(await isMissed()).toBe(false);
  });

  test("is discarded if a key is provided instead of the missing one", async () => {
    await prove(2);
    const provide = { ...key, "failure:read-missing": "new-key", "read-new-key": true };
    expect(idsOf(await bench.setUp({ answers: provide, change }))).toContain("read-missing");
    expect(await isMissed()).toBe(false);
  });

  test("is discarded if a key is provided for an incomplete pair", async () => {
    await prove(2);
    await bench.send("DELETE", "/repos/acme/control/actions/variables/CP_FORGE_READ_APP_ID");
    const provide = { ...key, "failure:read-incomplete": "new-key", "read-new-key": true };
    expect(idsOf(await bench.setUp({ answers: provide, change }))).toContain("read-incomplete");
    expect(await isMissed()).toBe(false);
  });

  test("is discarded if the account can see the App", async () => {
    await prove(2);
    expect(idsOf(await bench.setUp({ answers: leave }))).not.toContain("read-missing");
    expect(await isMissed()).toBe(false);
  });
});

test("an App that exists but is not installed is not reported as missing", async () => {
  const [app] = await bench.apps();
  const installation = app?.installations[0]?.id;
  await bench.press(`/organizations/acme/settings/installations/${installation}/delete`);
  const run = await bench.setUp({ answers: { "failure:read-proof": "leave" } });
  expect(idsOf(run)).not.toContain("read-missing");
});

test("a renamed App is recognized by its installation", async () => {
  const run = await bench.setUp({
    change: (deps) => ({
      listInstallations: async () =>
        (await deps.listInstallations())?.map((one) =>
          one.appSlug === slug ? { ...one, appSlug: "renamed" } : one,
        ),
      findApp: () => Promise.resolve(undefined),
    }),
  });
  expect(run.outcome?.apps[0]).toMatchObject({ slug: "renamed", installation: "proved" });
});

test("an App that a run finds again is not treated as deleted", async () => {
  bench.forgetJournal();
  let runs = 0;
  const change = (deps: SetUpDeps): Partial<SetUpDeps> => ({
    ...asStranger(deps),
    runProof: async (...args) => {
      const found = await deps.runProof(...args);
      runs += 1;
      if (runs > 2) return found;
      return { ...found, reports: {}, gone: { read: found.reports.read?.clientId ?? "" } };
    },
  });
  const answers = {
    "failure:read-proof": "run",
    "failure:write-proof": "run",
    "failure:read-run": { each: ["again"] },
  };
  const { outcome, text } = await bench.setUp({ answers, change });
  expect(text).toMatch(/wrong: App Iv\w+ not found \(404 with its own key\): it was deleted/);
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  const steps = [...(await bench.journal()).steps().keys()].join();
  expect(steps).not.toContain(" gone ");
});
