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
/** As somebody sees it who is no owner, and may see no private App. */
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

  test("is seen, with what tells so, and nothing is made without a word", async () => {
    const before = await bench.stored();
    const run = await bench.setUp();
    expect(run.error).toBeInstanceOf(Cancelled);
    expect(run.text).toContain(
      `This account can see the App gatehouse-acme-control-write, but no App ${slug}.`,
    );
    expect(run.text).toContain("The list of acme has no installation of it.");
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

  test("is asked about again where the new one was not made, and is not said to be stored", async () => {
    const answers = { "failure:read-missing": "replace" };
    const stopped = await bench.setUp({ answers, stopDuring: "read-browser" });
    expect(stopped.error?.message).toContain("Stopped. Write App: made");
    const { text } = await bench.setUp();
    expect(text).toContain(`An earlier run found that App ${old} is gone.`);
  });

  test("of which only the ID is known is missed by the owner's list alone", async () => {
    bench.forgetJournal();
    const { text } = await bench.setUp();
    expect(text).toContain(`Only its client ID is known: ${old}.`);
    expect(text).toContain("The list of acme has no installation of it.");
  });

  test("is told so by a run that tries its stored key, and the next setup offers a new one", async () => {
    const answers = { "failure:read-proof": "run" };
    const run = await bench.setUp({ answers, change: asStranger });
    expect(run.error).toBeInstanceOf(AppGone);
    expect(run.text).toContain(`The forge knows no App ${old} (404 to its own key)`);
    expect(run.text).toContain("gatehouse setup --host");
    const rerun = await bench.setUp({ change: asStranger });
    expect(idsOf(rerun)).toContain("read-missing");
    expect(rerun.text).toContain(`An earlier run found that App ${old} is gone.`);
  });

  test("leaves its name to another App of the same owner, whose key can be brought", async () => {
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

  test("is not missed by a login that would not see it either", async () => {
    const answers = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
    const run = await bench.setUp({ answers, change: asStranger });
    expect(idsOf(run)).not.toContain("read-missing");
    expect(run.outcome?.apps[0]?.installation).toBe("unknown");
  });

  test.each([
    ["private, and so missed", "false", true],
    ["public, as to everybody", "true", false],
  ])("is held against the other App, which a login is shown: %s", async (_, isPublic, isMissed) => {
    const other = "/organizations/acme/settings/apps/gatehouse-acme-control-write";
    await bench.press(`${other}/visibility`, { public: isPublic });
    const change = (deps: SetUpDeps) => ({ ...asStranger(deps), findApp: deps.findApp });
    const run = await bench.setUp({ answers: { "failure:read-proof": "leave" }, change });
    expect(idsOf(run).includes("read-missing")).toBe(isMissed);
  });

  test("is told by its own key, and the next run offers a new one", async () => {
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

test("an App that an owner's login may not ask about is not missed", async () => {
  bench.emulator.setFaults([
    { on: "GET /apps/*", times: 0, play: { kind: "status", status: 403 } },
    { on: "GET /orgs/acme/installations", times: 0, play: { kind: "status", status: 403 } },
  ]);
  const answers = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
  const run = await bench.setUp({ answers });
  expect(idsOf(run)).not.toContain("read-missing");
  expect(run.outcome?.apps[0]).toMatchObject({ slug, installation: "unknown" });
});

describe("an App that cannot be seen for now", () => {
  /** Until the operator is asked, the forge neither lists nor shows it. */
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

  test("is found by looking again", async () => {
    const answers = { "failure:read-missing": "check-again" };
    const run = await bench.setUp({ answers, ...hidden() });
    expect(idsOf(run).filter((id) => id === "read-missing")).toHaveLength(1);
    expect(run.outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(await bench.apps()).toHaveLength(2);
  });

  test("is proved by a key of it", async () => {
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

describe("a 404 to a key of an App that is there", () => {
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
  /** Brings a key, to which the forge answers so often that it knows no such App. */
  const prove = (times: number, answers = {}) => {
    bench.emulator.setFaults([{ on: "GET /app", times, play: { kind: "not-found" } }]);
    return bench.setUp({ answers: { ...key, "failure:read-proof": "key", ...answers }, change });
  };
  const isMissed = async () =>
    idsOf(await bench.setUp({ answers: leave, change })).includes("read-missing");

  test("is asked about once more, and a stray one forgotten", async () => {
    expect((await prove(1)).outcome?.apps[0]?.installation).toBe("proved");
    expect(await isMissed()).toBe(false);
  });

  test("is remembered when it comes twice", async () => {
    expect((await prove(2)).error?.name).toBe("AppGone");
    expect(await isMissed()).toBe(true);
  });

  test("is forgotten when the key proves the App after all", async () => {
    const again = { "failure:read-key-proof": { each: ["again"] } };
    expect((await prove(2, again)).outcome?.apps[0]?.installation).toBe("proved");
    expect(await isMissed()).toBe(false);
  });

  test("is forgotten by looking again, which asks no more where nothing tells that it is gone", async () => {
    await prove(2);
    const answers = { ...leave, "failure:read-missing": { each: ["check-again"] } };
    const { outcome, asked } = await bench.setUp({ answers, change });
    expect(asked.filter(({ id }) => id === "read-missing")).toHaveLength(1);
    expect(outcome?.apps[0]).toMatchObject({ slug, installation: "unknown" });
    expect(await isMissed()).toBe(false);
  });

  test("is forgotten when a key is brought in the place of a missing one", async () => {
    await prove(2);
    const provide = { ...key, "failure:read-missing": "new-key", "read-new-key": true };
    expect(idsOf(await bench.setUp({ answers: provide, change }))).toContain("read-missing");
    expect(await isMissed()).toBe(false);
  });

  test("is forgotten when a key is brought to half a pair", async () => {
    await prove(2);
    await bench.send("DELETE", "/repos/acme/control/actions/variables/CP_FORGE_READ_APP_ID");
    const provide = { ...key, "failure:read-incomplete": "new-key", "read-new-key": true };
    expect(idsOf(await bench.setUp({ answers: provide, change }))).toContain("read-incomplete");
    expect(await isMissed()).toBe(false);
  });

  test("is forgotten when somebody is shown the App", async () => {
    await prove(2);
    expect(idsOf(await bench.setUp({ answers: leave }))).not.toContain("read-missing");
    expect(await isMissed()).toBe(false);
  });
});

test("an App that is there but not installed is not missed", async () => {
  const [app] = await bench.apps();
  const installation = app?.installations[0]?.id;
  await bench.press(`/organizations/acme/settings/installations/${installation}/delete`);
  const run = await bench.setUp({ answers: { "failure:read-proof": "leave" } });
  expect(idsOf(run)).not.toContain("read-missing");
});

test("a renamed App is known by its installation", async () => {
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

test("an App that a run finds again after all is not taken for gone", async () => {
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
  expect(text).toContain("404 to its own key");
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  const steps = [...(await bench.journal()).steps().keys()].join();
  expect(steps).not.toContain(" gone ");
});
