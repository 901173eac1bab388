import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wireSetUp } from "../../src/commands/setup-deps.ts";
import { openConnection } from "../../src/forge/connection.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";
import { Secret } from "../../src/shared/secret.ts";
import { failureOf, openBench, send } from "../forge/forge-bench.ts";
import { makeFolder } from "../temporary-folder.ts";

/**
 * Prepares the dependencies of a setup on an embedded forge, and a script as forge CLI that records
 * each call.
 */
async function openSetUp() {
  const { emulator, profile } = await openBench();
  const folder = makeFolder("setup-deps");
  const [script, login, calls] = ["forge", "login", "calls"].map((name) => join(folder, name));
  const signIn = (token: Secret) => writeFileSync(login ?? "", token.reveal());
  signIn(emulator.userToken);
  const version = '[ "$1" = --version ] && echo 2.60.0';
  writeFileSync(script ?? "", `echo "$*" >> '${calls}'\n${version} || cat '${login}'\n`);
  const command = { program: ["/bin/sh", script ?? ""] } as const;
  const connection = openConnection({ profile, command, env: {}, send });
  const changes: string[] = [];
  const deps = wireSetUp({
    connection,
    repository: requireRepositoryName("acme/control", "--repo"),
    purpose: "setup",
    commandGiven: [],
    appNames: {},
    port: 0,
    approved: {},
    openLink: () => Promise.resolve(false),
    noBrowserReason: undefined,
    noteChange: (change) => void changes.push(change),
  });
  const called = () =>
    readFileSync(calls ?? "", "utf8")
      .trim()
      .split("\n");
  return { emulator, deps, signIn, called, changes };
}

test("the forge CLI is called once for the login, and all later requests use this login", async () => {
  const { deps, called } = await openSetUp();
  await deps.checkReadiness();
  expect(await deps.findApp("nobody")).toBeUndefined();
  expect(await deps.listInstallations()).toEqual([]);
  expect(called()).toEqual(["--version", "auth token"]);
});

test("a new sign-in applies to all later requests", async () => {
  const { emulator, deps, signIn } = await openSetUp();
  signIn(new Secret("gho_nobodys"));
  await failureOf(deps.checkReadiness());
  signIn(emulator.userToken);
  await deps.checkReadiness();
  expect(await deps.listInstallations()).toEqual([]);
});

test("each change is recorded after it succeeds, in order", async () => {
  const { deps, changes } = await openSetUp();
  const key = new Secret("not a key");
  const { signal } = new AbortController();
  await deps.storeCredential({ role: "read", clientId: "Iv1.a", key }, signal);
  await deps.dropCredential("write");
  await deps.ensureEnvironment("agents");
  await deps.ensureEnvironment("agents");
  await deps.storePat("agents", key);
  await failureOf(deps.convertCode("no code", { role: "read", signal, appsLink: "" }));
  expect(changes).toEqual([
    "stored CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY",
    "deleted CP_FORGE_WRITE_APP_ID and CP_FORGE_WRITE_APP_PRIVATE_KEY",
    "created the environment agents",
    "stored CP_FORGE_TOKEN in the environment agents",
  ]);
});
