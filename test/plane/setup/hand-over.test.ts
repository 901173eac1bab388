import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import {
  formatMessage,
  handOverCommand,
  sourceLink,
  writeHandOver,
} from "../../../src/plane/setup/hand-over.ts";
import type { HandOver } from "../../../src/plane/setup/hand-over.ts";

const location = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
  program: { name: "gatehouse-cli", version: "0.1.0", isPublished: false },
};
const read = {
  role: "read",
  permissions: ceilings.read,
  name: "gatehouse-acme-control-read",
  repositories: ["acme/control", "acme/api"],
} as const;
const write = {
  role: "write",
  permissions: ceilings.write,
  name: "gatehouse-acme-control-write",
  repositories: ["acme/control"],
} as const;
const handOver: HandOver = { askedBy: "hubot", scope: "described", apps: [read, write] };

const message = (change: Partial<HandOver> = {}, at: Partial<typeof location> = {}) =>
  formatMessage(writeHandOver({ ...handOver, ...change }, { ...location, ...at }));

test("the message for an owner explains what to create, where, and how", () => {
  expect(message()).toMatchInlineSnapshot(`
    "hubot asks an owner of acme to create 2 Apps for the repository acme/control on github.com.
    gatehouse uses such Apps to give AI agents restricted access to repositories. An owner has to create and install them.

    Read App: gatehouse-acme-control-read
    - Permissions: Read-only: Actions, Checks, Code scanning alerts, Commit statuses, Contents, Dependabot alerts, Issues, Metadata, Packages, Pull requests, Secret scanning alerts; writes nothing
    - Repositories: acme/control, acme/api

    Write App: gatehouse-acme-control-write
    - Permissions: Read and write: Actions, Contents, Issues, Pull requests; Read-only: Administration, Metadata
    - Repositories: acme/control

    What to do (about 5 minutes, plus the installation of gatehouse):

    1. Install gatehouse 0.1.0 from a clone of its repository:
       https://github.com/gatehouse-cli/gatehouse
       npm ci && npm pack && npm install -g ./gatehouse-cli-0.1.0.tgz
    2. Sign in to github.com as an owner of acme:
       gh auth login --hostname github.com --scopes workflow
    3. Run:
       gatehouse setup --repo acme/control

    gatehouse shows what it creates, and asks you to confirm it. The browser opens three pages for each App: one creates the App, one installs it, and one selects its other repositories.
    gatehouse then stores the client IDs and the keys in acme/control. Never send a key or a code in a message.
    When it is complete, tell hubot, who then runs the same command."
  `);
});

test("a published package is installed from the registry", () => {
  const program = { ...location.program, isPublished: true };
  expect(message({}, { program })).toContain(
    "1. Install gatehouse:\n   npm install -g gatehouse-cli@0.1.0\n",
  );
});

test("two pages are enough for Apps that cover only the control repository", () => {
  expect(message({ apps: [write] })).toContain(
    "The browser opens two pages for each App: one creates the App, and one installs it.",
  );
});

test("without a scope, the message names the answer to the first question", () => {
  expect(message({ scope: "later" })).toContain('choose "Create both Apps first"');
  expect(message()).not.toContain("Create both Apps first");
});

test("the address of the source is that of the package", async () => {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  const { repository } = JSON.parse(text) as { repository: { url: string } };
  expect(repository.url).toBe(`git+${sourceLink}.git`);
});

describe("the command for an owner", () => {
  const command = (change: Partial<HandOver> = {}, host = "github.com") =>
    handOverCommand({ ...handOver, ...change }, { ...location, profile: resolveHost(host) });

  test.each([
    ["github.com", "gatehouse setup --repo acme/control"],
    ["forge.example", "gatehouse setup --host forge.example --repo acme/control"],
    ["http://127.0.0.1:4173", "gatehouse setup --host http://127.0.0.1:4173 --repo acme/control"],
  ])("names the host %s only if it is not the default", (host, line) => {
    expect(command({}, host)).toBe(line);
  });

  test("names the brand if it differs from the brand of the host", () => {
    const profile = resolveHost("http://127.0.0.1:4173", "github");
    expect(handOverCommand(handOver, { ...location, profile })).toBe(
      "gatehouse setup --host http://127.0.0.1:4173 --brand github --repo acme/control",
    );
  });

  test("names an App only if its name is not the default, and quotes the name", () => {
    const named = [read, { ...write, name: "acme writer" }];
    expect(command({ apps: named })).toBe(
      "gatehouse setup --repo acme/control --write-app-name 'acme writer'",
    );
  });

  test("names the repositories only if there is no committed scope", () => {
    expect(command({ scope: "later" })).toBe(
      "gatehouse setup --repo acme/control --read-repository acme/api",
    );
  });
});
