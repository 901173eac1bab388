import { describe, expect, test } from "vitest";
import type { ForgeCli } from "../../../src/forge/forge-cli.ts";
import { ForgeUnreachable } from "../../../src/forge/forge-errors.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Secret } from "../../../src/shared/secret.ts";
import type { Emulator } from "../../../emulator/emulator.ts";
import { inspectRepository } from "../../../src/forge/resources/repository-snapshot.ts";
import { checkReadiness, NotReady } from "../../../src/plane/setup/preflight.ts";
import { failureOf, openBench } from "../../forge/forge-bench.ts";

type Bench = Awaited<ReturnType<typeof openBench>>;

interface Change {
  readonly repository?: string;
  readonly version?: string | undefined;
  readonly token?: Secret | undefined;
}

function check(bench: Bench, change: Change = {}) {
  const settings = { version: "2.46.0", token: bench.emulator.userToken, ...change };
  const { token, version } = settings;
  const cli: ForgeCli = {
    version: () => Promise.resolve(version),
    login: () => Promise.resolve(token && { token, source: "GH_TOKEN" }),
    setVariable: () => Promise.reject(new Error("nothing is stored yet")),
    setSecret: () => Promise.reject(new Error("nothing is stored yet")),
  };
  const repository = requireRepositoryName(change.repository ?? "acme/control", "--repo");
  const speaks = bench.clientOf(token && { token });
  return checkReadiness(repository, {
    profile: bench.profile,
    cli,
    clientOf: () => speaks,
    readSnapshot: () => inspectRepository(speaks, repository, { paths: [] }),
  });
}

const ways = ["one query", "a request each"] as const;

/** Makes the forge reject queries, so that the separate requests meet these faults. */
function refuseQueries({ emulator }: Bench, ...faults: Parameters<Emulator["setFaults"]>[0]) {
  emulator.setFaults([
    { on: "POST /graphql", times: 0, play: { kind: "status", status: 403 } },
    ...faults,
  ]);
}

async function openFor(way: (typeof ways)[number]): Promise<Bench> {
  const bench = await openBench();
  if (way === "a request each") refuseQueries(bench);
  return bench;
}

async function tokenOf(bench: Bench, user: string, scopes = ["repo", "read:org"]): Promise<Secret> {
  const { json } = await bench.control("POST", "tokens", { user, scopes });
  return new Secret(json.token as string);
}

/** Returns the obstacles, and the commands and links that fix them. */
async function obstacles(checking: Promise<unknown>) {
  const failure = await failureOf(checking);
  expect(failure).toBeInstanceOf(NotReady);
  const { message, hints } = failure as NotReady;
  const suggestFixes = hints.map(({ command, link }) => command ?? link ?? "");
  return { lines: message.split("\n").slice(1), suggestFixes };
}

describe.each(ways)("an operator with all rights, according to %s", (way) => {
  test("is ready, and the known status is reported", async () => {
    const bench = await openFor(way);
    expect(await check(bench)).toMatchObject({
      cliVersion: "2.46.0",
      loginSource: "GH_TOKEN",
      account: { login: "acme", kind: "organization" },
      isOwner: true,
    });
  });

  test("is ready for a repository of their own", async () => {
    const overallStatus = await check(await openFor(way), { repository: "mona/notes" });
    expect(overallStatus).toMatchObject({
      account: { login: "mona", kind: "user" },
      isOwner: true,
    });
  });

  test("is not an owner of another user's repository, regardless of permissions", async () => {
    const bench = await openFor(way);
    await bench.control("PATCH", "world", {
      repositories: { "mona/notes": { collaborators: { hubot: "admin" } } },
    });
    const token = await tokenOf(bench, "hubot");
    const overallStatus = await check(bench, { repository: "mona/notes", token });
    expect(overallStatus).toMatchObject({
      account: { login: "mona", kind: "user" },
      isOwner: false,
    });
  });

  test("does not count as an owner of the organization with only the Admin role", async () => {
    const bench = await openFor(way);
    await bench.control("PATCH", "world", {
      repositories: { "acme/control": { collaborators: { hubot: "admin" } } },
    });
    const overallStatus = await check(bench, { token: await tokenOf(bench, "hubot") });
    expect(overallStatus).toMatchObject({ account: { kind: "organization" }, isOwner: false });
  });
});

test("facts of the single query are not requested again", async () => {
  const bench = await openBench();
  await check(bench);
  expect(bench.emulator.requests().map(({ path }) => path)).toEqual(["/graphql"]);
});

test("an operator does not count as an owner if the organization does not confirm it", async () => {
  const bench = await openBench();
  const on = "GET /user/memberships/orgs/acme";
  refuseQueries(bench, { on, times: 0, play: { kind: "status", status: 403 } });
  expect((await check(bench)).isOwner).toBe(false);
});

test("an account without the scope of the query is checked with separate requests", async () => {
  const bench = await openBench();
  const overallStatus = await check(bench, { token: await tokenOf(bench, "mona", ["repo"]) });
  expect(overallStatus.isOwner).toBe(true);
  const asked = bench.emulator.requests().map(({ path }) => path);
  expect(asked).toContain("/user/memberships/orgs/acme");
});

describe.each(ways)("missing requirements are reported, according to %s", (way) => {
  test("the forge CLI is missing", async () => {
    const { lines, suggestFixes } = await obstacles(
      check(await openFor(way), { version: undefined }),
    );
    expect(lines).toEqual(['- "forge" is not installed']);
    expect(suggestFixes).toEqual(["https://cli.github.com"]);
  });

  test("the CLI is too old and not signed in: both are reported", async () => {
    const change = { version: "2.23.0", token: undefined };
    const { lines, suggestFixes } = await obstacles(check(await openFor(way), change));
    expect(lines).toEqual([
      '- "forge" is version 2.23.0; setting variables requires 2.25.0 or newer',
      expect.stringContaining("- not signed in to 127.0.0.1:"),
    ]);
    expect(suggestFixes[1]).toMatch(/^gatehouse emulator --port \d+$/);
  });

  test("the CLI is too old and the account lacks the Admin role: both are reported", async () => {
    const bench = await openFor(way);
    const token = await tokenOf(bench, "hubot");
    const { lines } = await obstacles(check(bench, { version: "2.23.0", token }));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("- you need the Admin role to set variables and secrets");
  });

  test("the account lacks the Admin role: the hint is to ask an administrator", async () => {
    const bench = await openFor(way);
    const failure = await failureOf(check(bench, { token: await tokenOf(bench, "hubot") }));
    expect(failure).toMatchObject({
      hints: [{ text: "Ask an administrator of acme/control for the Admin role" }],
    });
  });

  test.each([
    ["was renamed", { name: "plane" }, "- it was renamed to acme/plane"],
    ["is archived", { archived: true }, "- it is archived, so it cannot be changed"],
  ])("the repository %s", async (_, change, line) => {
    const bench = await openFor(way);
    await bench.client.request("PATCH", "/repos/acme/control", { body: change });
    const { lines, suggestFixes } = await obstacles(check(bench));
    expect(lines).toEqual([line]);
    expect(suggestFixes[0]).toMatch(/--repo acme\/plane$|\/acme\/control\/settings$/);
  });

  test("a token from a variable lacks the Admin role: unsetting the variable is suggested", async () => {
    const bench = await openFor(way);
    const profile = resolveHost("github.com");
    const login = { token: await tokenOf(bench, "hubot"), source: "GITHUB_TOKEN" };
    const cli = { version: () => Promise.resolve("2.46.0"), login: () => Promise.resolve(login) };
    const speaks = bench.clientOf({ token: login.token });
    const repository = requireRepositoryName("acme/control", "--repo");
    const deps = {
      profile,
      cli: cli as unknown as ForgeCli,
      clientOf: () => speaks,
      readSnapshot: () => inspectRepository(speaks, repository, { paths: [] }),
    };
    const checking = checkReadiness(repository, deps);
    const { lines, suggestFixes } = await obstacles(checking);
    expect(lines[0]).toContain(
      "- the token from GITHUB_TOKEN lacks the Admin role, which variables and secrets require",
    );
    expect(suggestFixes[0]).toBe("unset GITHUB_TOKEN");
  });

  test("the forge rejects a request: its own words are shown", async () => {
    const bench = await openFor(way);
    const play = { kind: "status", status: 403, message: "Your IP is not allowed" } as const;
    refuseQueries(bench, { on: "GET /repos/acme/control", times: 0, play });
    const { lines } = await obstacles(check(bench));
    expect(lines).toEqual([expect.stringContaining("Your IP is not allowed")]);
  });

  test("a bug is thrown", async () => {
    const { emulator, profile, client } = await openFor(way);
    const cli = {
      version: () => "2.46.0",
      login: () => ({ token: emulator.userToken, source: "" }),
    };
    const broken = { ...client, request: () => Promise.reject(new TypeError("a bug")) };
    const repository = requireRepositoryName("acme/control", "--repo");
    const readSnapshot = () => inspectRepository(broken, repository, { paths: [] });
    const deps = { profile, cli: cli as unknown as ForgeCli, clientOf: () => broken, readSnapshot };
    expect((await failureOf(checkReadiness(repository, deps))).message).toBe("a bug");
  });

  test("the repository does not exist or is not visible", async () => {
    const { lines, suggestFixes } = await obstacles(
      check(await openFor(way), { repository: "acme/none" }),
    );
    expect(lines[0]).toMatch(/- it does not exist, or is not visible to your account \(GH_TOKEN\)/);
    expect(suggestFixes).toEqual([""]);
  });

  test("the forge rejects the token", async () => {
    const change = { token: new Secret("gho_ofUnknown") };
    const { lines, suggestFixes } = await obstacles(check(await openFor(way), change));
    expect(lines).toEqual(["- the token from GH_TOKEN was rejected (401)"]);
    expect(suggestFixes[0]).toMatch(/^gatehouse emulator --port \d+$/);
  });

  test.each(["GET /repos/acme/control", "GET /user/memberships/orgs/acme"])(
    "single sign-on is required, whichever request requires it: %s",
    async (on) => {
      const bench = await openFor(way);
      refuseQueries(bench, { on, times: 0, play: { kind: "sso" } });
      const { lines, suggestFixes } = await obstacles(check(bench));
      expect(lines[0]).toContain("the organization requires single sign-on");
      expect(suggestFixes[0]).toContain("/orgs/acme/sso");
    },
  );

  test("an unreachable forge is not reported as a missing permission", async () => {
    const bench = await openFor(way);
    const play = { kind: "status", status: 503 } as const;
    refuseQueries(bench, { on: "GET /repos/acme/control", times: 0, play });
    expect(await failureOf(check(bench))).toBeInstanceOf(ForgeUnreachable);
  });
});
