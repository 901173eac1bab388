import { describe, expect, test } from "vitest";
import { TimedOut } from "../../../flows/shared/deadline.ts";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import { AppGone } from "../../../src/plane/setup/app-gone.ts";
import { ForgeUnreachable, RefusedByForge } from "../../../src/forge/forge-errors.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { begin, exact, installation, onTwo, proof } from "./begin-wait.ts";
import type { RenderOptions } from "./begin-wait.ts";
import { readyAt } from "./one-screen.ts";

const second = 1000;
const early = new KeyRefused({
  status: 401,
  request: "GET /app",
  message: "Generate a public key",
});
const unreachable = new ForgeUnreachable({
  request: "GET /app/installations",
  reason: "no route",
});

const problems = ({ updates }: ReturnType<typeof begin>) =>
  updates.flatMap(({ problem }) => (problem ? [problem.text] : []));

test("an exact installation is accepted, with data that reveals any change", async () => {
  const { clock, seen, order } = begin([[exact]]);
  await clock.pass(0);
  expect(seen.proof).toMatchObject(installation);
  expect(order).toEqual(["look", "token"]);
});

test("a new App is not checked before an operator could have installed it", async () => {
  const { clock, seen, order } = begin([[exact]], { isNew: true });
  await clock.pass(second);
  expect(order).toEqual(["open"]);
  await clock.pass(second);
  expect(order).toEqual(["open", "look", "token"]);
  expect(seen.proof).toMatchObject(installation);
});

test("an App that this run installed is checked as soon as its page is open", async () => {
  const { clock, order } = begin([[exact]], { isNew: true, before: proof, wanted: onTwo });
  await clock.pass(0);
  expect(order).toEqual(["open", "look", "token"]);
});

describe("an installation with further requirements", () => {
  test("is accepted without a token, and its visible parts are reported", async () => {
    const run = begin([[exact]], { isFirst: true });
    await run.clock.pass(0);
    expect(run.seen.proof).toEqual(installation);
    expect(run.order).toEqual(["look"]);
    expect(run.updates.flatMap(({ seen }) => seen ?? [])).toEqual([
      "installed on selected repositories",
    ]);
  });

  test.each<[string, RenderOptions]>([
    ["missing", []],
    ["suspended", [{ ...exact, isSuspended: true }]],
    ["on all repositories", [{ ...exact, selection: "all" }]],
    ["of another account", [{ ...exact, account: "globex" }]],
    [
      "with other permissions",
      [{ ...exact, permissions: { ...ceilings.read, contents: "write" } }],
    ],
  ])("is rejected if it is %s", async (_, style) => {
    const { clock, seen } = begin([style], { isFirst: true });
    await clock.pass(600 * second);
    expect(seen.proof).toBeUndefined();
    expect(seen.error).toBeInstanceOf(TimedOut);
  });

  test("is rejected if it has disappeared at the next check", async () => {
    const { clock, seen } = begin([[]], { isNew: true, installed: installation, wanted: onTwo });
    await clock.pass(600 * second);
    expect(seen.error).toBeInstanceOf(TimedOut);
  });
});

describe("a key that the forge does not know yet", () => {
  test("does not end the wait", async () => {
    const { clock, seen, updates } = begin([early, early, [exact]]);
    await clock.pass(10 * second);
    const line = "The new key is not accepted yet; checking again";
    expect(updates.filter((update) => update.line === line)).toHaveLength(2);
    expect(seen.proof).toMatchObject(installation);
  });

  test("is refused after one minute", async () => {
    const { clock, seen } = begin([early]);
    await clock.pass(59 * second);
    expect(seen.error).toBeUndefined();
    await clock.pass(9 * second);
    expect(seen.error).toBe(early);
  });
});

test("a forge that does not answer is reported, and the wait continues", async () => {
  const run = begin([unreachable, [exact]]);
  await run.clock.pass(second);
  expect(problems(run)).toEqual([unreachable.message]);
  expect(run.seen.proof).toMatchObject(installation);
});

test("any other error ends the wait", async () => {
  const bug = new TypeError("a bug");
  const { clock, seen } = begin([bug]);
  await clock.pass(0);
  expect(seen.error).toBe(bug);
});

test("a problem replaces the link, and disappears when it is fixed", async () => {
  const run = begin([[{ ...exact, selection: "all" }], [], [exact]]);
  await run.clock.pass(10 * second);
  const reported = run.updates.filter((update) => "problem" in update);
  expect(reported).toMatchObject([
    {
      problem: {
        text: "It is installed on all repositories, which gives it more access than planned.",
      },
    },
    { problem: null },
  ]);
  expect(reported.map(({ link }) => link)).toEqual([null, run.updates[0]?.link]);
  expect(run.seen.proof).toMatchObject(installation);
});

test.each<[string, Partial<Installation>]>([
  ["suspended", { isSuspended: true }],
  ["on all repositories", { selection: "all" }],
  ["with other permissions", { permissions: { ...ceilings.read, contents: "write" } }],
])("an installation that is %s is never accepted", async (_, change) => {
  const { clock, seen } = begin([[{ ...exact, ...change }]]);
  await clock.pass(599 * second);
  expect(seen.proof).toBeUndefined();
  await clock.pass(second);
  expect(seen.error).toBeInstanceOf(TimedOut);
});

describe("without the App's key, the owner's list", () => {
  const others = { ...exact, id: 1, clientId: "Iv1.other", appSlug: "other" };

  test.each<[string, Installation]>([
    ["client ID", { ...exact, appSlug: "renamed" }],
    ["name, if an older server does not report the client ID", { ...exact, clientId: undefined }],
  ])("identifies the App by its %s", async (_, ours) => {
    const { clock, seen } = begin([[others, ours]], { as: "the owner" });
    await clock.pass(0);
    expect(seen.proof).toMatchObject(installation);
  });

  test("contains no installation of this App if it lists other Apps", async () => {
    const { clock, seen } = begin([[others]], { as: "the owner" });
    await clock.pass(600 * second);
    expect(seen.error).toBeInstanceOf(TimedOut);
  });
});

describe("a user who is not an owner", () => {
  const ready = readyAt("acme", { isOwner: false });
  const request = { account: "Acme", requester: "hubot", createdAt: "2026-01-01T12:00:00Z" };

  test("sees who must approve", async () => {
    const run = begin([[]], { ready });
    await run.clock.pass(second);
    expect(problems(run)[0]).toContain(
      "You are not an owner of acme. An owner must approve the installation.",
    );
  });

  test("sees that the installation was requested, if it was", async () => {
    const run = begin([[]], { ready, requests: [{ ...request, account: "globex" }, request] });
    await run.clock.pass(second);
    expect(problems(run)[0]).toBe(
      "hubot requested it on 2026-01-01. An owner of acme must approve it.",
    );
  });

  test.each([
    ["if they requested it", [request]],
    ["if it is unknown whether they requested it", []],
  ])("leaves the installation pending at the deadline %s", async (_, requests) => {
    const { clock, seen } = begin([[]], { ready, requests });
    await clock.pass(599 * second);
    expect(seen).toEqual({});
    await clock.pass(second);
    expect(seen).toEqual({ proof: "pending" });
  });

  test.each<[string, RenderOptions]>([
    ["approved for too many repositories", [{ ...exact, selection: "all" }]],
    ["not readable", unreachable],
  ])("does not leave a request pending that is %s", async (_, style) => {
    const { clock, seen } = begin([style], { ready });
    await clock.pass(600 * second);
    expect(seen.error).toBeInstanceOf(TimedOut);
  });
});

test("an owner who does not act in time gets a timeout", async () => {
  const { clock, seen } = begin([[]]);
  await clock.pass(600 * second);
  expect(seen.error).toBeInstanceOf(TimedOut);
});

describe("a 404 to the App's own key", () => {
  const refuse = (request: string) =>
    new RefusedByForge({ status: 404, request, message: "Integration not found" });
  const missing = refuse("GET /app/installations");

  test("ends the wait if the App itself is also missing, because it was deleted", async () => {
    const { clock, seen, order } = begin([missing], { app404: refuse("GET /app") });
    await clock.pass(30 * second);
    expect(seen.error).toBeInstanceOf(AppGone);
    expect(order).toEqual(["look", "open", "look"]);
  });

  test("is ignored if the next check finds the App", async () => {
    const { clock, seen } = begin([missing, [exact]], { app404: refuse("GET /app") });
    await clock.pass(30 * second);
    expect(seen).toEqual({ proof: expect.objectContaining(installation) });
  });

  test("is not added to an earlier 404 if the App was seen in between", async () => {
    const checks = [missing, [], missing, [exact]] as const;
    const { clock, seen } = begin(checks, { app404: refuse("GET /app") });
    await clock.pass(60 * second);
    expect(seen).toEqual({ proof: expect.objectContaining(installation) });
  });

  test("is ignored if the App exists", async () => {
    const { clock, seen } = begin([missing]);
    await clock.pass(second);
    expect(seen.error).toBe(missing);
  });
});

describe("the page that is opened", () => {
  const linkOf = async (more: Parameters<typeof begin>[1]) => {
    const { clock, updates } = begin([[]], more);
    await clock.pass(0);
    return updates[0]?.link;
  };
  const web = "https://forge.example";

  test("installs the App at first, with its repository selected", async () => {
    expect(await linkOf({})).toBe(
      `${web}/github-apps/reader/installations/new/permissions?suggested_target_id=1003&repository_ids%5B%5D=1005`,
    );
  });

  test("is the installation's own page if repositories must be added to it", async () => {
    const link = await linkOf({ wanted: onTwo, before: proof });
    expect(link).toBe(`${web}/organizations/acme/settings/installations/9`);
  });

  test("is the page of the installation that this run has just seen", async () => {
    const installed = { ...installation, installationId: 10 };
    const link = await linkOf({ wanted: onTwo, before: proof, installed });
    expect(link).toBe(`${web}/organizations/acme/settings/installations/10`);
  });

  test("installs the App unless repositories must be added to a known installation", async () => {
    expect(await linkOf({ wanted: onTwo })).toContain("/github-apps/reader/installations/new");
    expect(await linkOf({ before: proof })).toContain("/github-apps/reader/installations/new");
  });

  test("lists the owner's Apps if the App's name is unknown", async () => {
    const app = { clientId: "Iv1.a", slug: undefined };
    expect(await linkOf({ app })).toBe(`${web}/organizations/acme/settings/apps`);
  });
});
