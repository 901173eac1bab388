import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Readiness } from "../../../src/plane/setup/preflight.ts";
import { AppGone } from "../../../src/plane/setup/app-gone.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { requireCreator } from "../../../flows/setup/choose-creator.ts";
import { overallStatusAfter } from "../../../flows/setup/set-up-outcome.ts";
import { decisionFile, openScopeBench, privateScope, settingsFile } from "../scope/scope-bench.ts";
import type { ScopeBench } from "../scope/scope-bench.ts";
import { runStep } from "../shared/run-step.ts";
import { location } from "../rotate/rotations.ts";
import { repository } from "./bench.ts";
import { connectInProcess } from "./connect-in-process.ts";
import type { SetUpOptions } from "./bench.ts";
import { readyAt } from "./one-screen.ts";

const slug = "gatehouse-acme-control-read";
const billing = { "billing-administrator": "hubot", "billing-confirmed": true };
/** The answers of a member who does not know whether an owner would approve the Apps. */
const ofMember = { ...privateScope, ...billing, "app-installable": "unknown" };
const noBrowser: SetUpOptions = {
  openLink: (link) => Promise.reject(new Error(`opened ${link}`)),
};
const idsOf = ({ asked }: { asked: readonly { id: string }[] }) => asked.map(({ id }) => id);

/** Opens a bench whose operator is an admin of the control repository, but not an owner of acme. */
async function openAsMember(): Promise<ScopeBench> {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  return bench;
}

/** Creates the read App, stores its credential and installs the App, as an owner does elsewhere. */
async function createAsOwner(
  bench: ScopeBench,
  { installedOn }: { installedOn: readonly string[] },
): Promise<void> {
  await bench.changeWorld({ organizations: { acme: { members: { mona: "admin" } } } });
  await bench.makeByHand("read", slug);
  const [app] = await bench.apps();
  const key = new Secret(await readFile(await bench.saveKey(slug), "utf8"));
  const { cli } = connectInProcess(bench.emulator);
  await cli.setVariable(repository, "CP_FORGE_READ_APP_ID", app?.clientId ?? "");
  await cli.setSecret({ repository, name: "CP_FORGE_READ_APP_PRIVATE_KEY" }, key);
  const ids: string[] = [];
  for (const full of installedOn) {
    ids.push(String(((await bench.send("GET", `/repos/${full}`)).json as { id: number }).id));
  }
  const query = ids.map((id) => `repository_ids[]=${id}`).join("&");
  if (ids.length > 0)
    await bench.robot.visit(`${bench.emulator.origin}/apps/${slug}/installations/new?${query}`);
  await bench.leaveOwners();
}

describe("a member who is not an owner of the organization", () => {
  test("asks an owner by default: no browser opens, and only the Apps are left", async () => {
    const bench = await openAsMember();
    const { outcome, error, asked } = await bench.setUpScope(ofMember, noBrowser);
    expect(error).toBeUndefined();
    expect(outcome).toMatchObject({
      profile: "app",
      scope: "described",
      apps: [],
      handOver: {
        askedBy: "mona",
        scope: "described",
        apps: [{ role: "read", name: slug, repositories: ["acme/control", "acme/api"] }],
      },
      controlFile: "later",
    });
    expect(outcome && overallStatusAfter(outcome)).toBe("incomplete");
    expect(await bench.file(settingsFile)).toContain("acme/api");
    expect(await bench.file(decisionFile)).toContain('"readApp": true');
    expect(await bench.apps()).toEqual([]);
    const ids = idsOf({ asked });
    expect(ids.indexOf("app-creator")).toBeGreaterThan(ids.indexOf("profile-app-read"));
    // These questions belong to a setup whose Apps exist.
    expect(ids).not.toContain("read-plan");
    expect(ids).not.toContain("firewall");
  });

  test("gets the same result from a rerun, without any question", async () => {
    const bench = await openAsMember();
    const first = await bench.setUpScope(ofMember, noBrowser);
    const again = await bench.setUpScope({}, noBrowser);
    expect(idsOf(again)).toEqual([]);
    expect(again.outcome).toEqual(first.outcome);
  });

  test("is asked for the names and repositories of the command line", async () => {
    const bench = await openAsMember();
    const { outcome } = await bench.setUp({
      ...noBrowser,
      answers: billing,
      appNames: { write: "acme writer" },
      readRepositories: ["acme/web"],
    });
    expect(outcome?.handOver).toEqual({
      askedBy: "mona",
      scope: "later",
      apps: [
        {
          role: "read",
          name: slug,
          permissions: ceilings.read,
          repositories: ["acme/control", "acme/web"],
        },
        {
          role: "write",
          name: "acme writer",
          permissions: ceilings.write,
          repositories: ["acme/control"],
        },
      ],
    });
  });

  test("can register the Apps as an App manager", async () => {
    const bench = await openAsMember();
    const opened: string[] = [];
    const { error, text } = await bench.setUpScope(
      { ...ofMember, "app-creator": "here" },
      {
        openLink: (link) => {
          opened.push(link);
          return Promise.reject(new Error("stop here"));
        },
      },
    );
    expect(error?.message).toBe("stop here");
    expect(opened).toHaveLength(1);
    expect(text).toContain("Page not found? Then you are not an App manager of acme.");
  });

  test("can use an App that an owner has created, with its key", async () => {
    const bench = await openAsMember();
    await bench.changeWorld({ organizations: { acme: { members: { mona: "admin" } } } });
    await bench.makeByHand("read", "acme reader");
    const file = await bench.saveKey("acme-reader");
    const [app] = await bench.apps();
    await bench.leaveOwners();
    const { error, asked } = await bench.setUpScope(
      {
        ...ofMember,
        "app-creator": "existing",
        "read-client-id": app?.clientId,
        "read-new-key": true,
        "read-key-from": "file",
        "read-key-file": file,
      },
      { stopDuring: "read-install" },
    );
    expect(error?.message).toContain("Read App: created, key and client ID stored.");
    expect(idsOf({ asked })).not.toContain("read-app-how");
    expect(await bench.stored()).toMatchObject({ CP_FORGE_READ_APP_ID: app?.clientId });
  });

  test("asks an owner again if only the client ID of an App is stored", async () => {
    const bench = await openAsMember();
    const body = { name: "CP_FORGE_READ_APP_ID", value: "Iv23liaaaaaaaaaaaaaa" };
    await bench.send("POST", "/repos/acme/control/actions/variables", body);
    const { outcome } = await bench.setUpScope(ofMember, noBrowser);
    expect(outcome?.handOver?.apps.map(({ role }) => role)).toEqual(["read"]);
  });
});

describe("after an owner has created the App", () => {
  test("a rerun verifies it and offers the other parts", async () => {
    const bench = await openAsMember();
    await bench.setUpScope(ofMember, noBrowser);
    await createAsOwner(bench, { installedOn: ["acme/control", "acme/api"] });
    const { outcome, asked } = await bench.setUpScope({ "failure:read-proof": "run" }, noBrowser);
    expect(idsOf({ asked })).toEqual(["read-proof", "firewall", "engine"]);
    expect(outcome?.handOver).toBeUndefined();
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved"]);
  });

  test("a rerun reports a missing installation as pending, without a wait", async () => {
    const bench = await openAsMember();
    await bench.setUpScope(ofMember, noBrowser);
    await createAsOwner(bench, { installedOn: [] });
    const waits: string[] = [];
    const { outcome, error } = await bench.setUpScope(
      { "failure:read-proof": "run" },
      { ...noBrowser, onQuestion: (id) => void waits.push(id) },
    );
    expect(error).toBeUndefined();
    expect(waits).not.toContain("read-install");
    // One run is enough: it reports that the App is not installed.
    expect(waits.filter((id) => id === "proof")).toHaveLength(1);
    expect(outcome).toMatchObject({
      apps: [{ installation: "pending", repositories: ["acme/control", "acme/api"] }],
    });
  });

  test("a new App in its place is also requested from an owner", async () => {
    const bench = await openAsMember();
    await bench.setUpScope(ofMember, noBrowser);
    await createAsOwner(bench, { installedOn: [] });
    await bench.changeWorld({ organizations: { acme: { members: { mona: "admin" } } } });
    await bench.press(`/organizations/acme/settings/apps/${slug}/delete`);
    await bench.leaveOwners();
    const proof = await bench.setUpScope({ "failure:read-proof": "run" }, noBrowser);
    expect(proof.error).toBeInstanceOf(AppGone);
    const run = await bench.setUpScope({ "failure:read-missing": "replace" }, noBrowser);
    expect(idsOf(run)).toEqual(["read-missing"]);
    expect(run.outcome?.handOver?.apps.map(({ role }) => role)).toEqual(["read"]);
  });
});

describe("the question who creates the Apps", () => {
  const ask = (ready: Readiness) =>
    runStep((context) =>
      requireCreator(context, { ...location, appNames: {} }, { ready, roles: ["read", "write"] }),
    );

  test("shows the role and the names, and explains App managers", async () => {
    const { questions } = await ask(readyAt("acme", { isOwner: false }));
    expect(questions["app-creator"]).toMatchObject({
      title: "Who should create 2 Apps?",
      facts: [
        { name: "Your role", text: "admin of acme/control, but not an owner of acme" },
        { name: "Read App", text: "gatehouse-acme-control-read" },
        { name: "Write App", text: "gatehouse-acme-control-write" },
      ],
      options: [{ value: "owner" }, { value: "here" }, { value: "existing" }],
      initial: "owner",
    });
  });

  test.each<[string, Readiness]>([
    ["an owner of the organization", readyAt("acme")],
    [
      "a personal account",
      { ...readyAt("mona", { isOwner: false }), account: { login: "mona", id: 1, kind: "user" } },
    ],
  ])("is not asked for %s", async (_who, ready) => {
    const { result, asked } = await ask(ready);
    expect(result).toBe("here");
    expect(asked).toEqual([]);
  });
});
