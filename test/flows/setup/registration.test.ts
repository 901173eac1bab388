import { join } from "node:path";
import { mkdirSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { openBench, type FlowBench, type SetUpOptions } from "./bench.ts";

const slug = "gatehouse-acme-control-read";
const conversion = "POST /app-manifests/*/conversions";

/** Returns the answers of an operator who provides a key of the App that lost its own. */
async function newKey(bench: FlowBench, name = slug): Promise<Record<string, unknown>> {
  return {
    "failure:read-incomplete": "new-key",
    "read-new-key": true,
    "read-key-from": "file",
    "read-key-file": await bench.saveKey(name),
  };
}

test("a code whose response was lost does not create a second App: a new key is requested", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([{ on: conversion, play: { kind: "cut", when: "after" } }]);
  const stopped = await bench.setUp();
  expect(stopped.text).toContain("Check whether the App exists before you create another one:");
  expect(await bench.apps()).toHaveLength(1);
  const { outcome } = await bench.setUp({ answers: await newKey(bench) });
  expect(outcome?.apps[0]?.installation).toBe("proved");
  expect(await bench.apps()).toHaveLength(2);
});

test("retrying after a lost code uses the App that exists", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([{ on: conversion, play: { kind: "cut", when: "after" } }]);
  const { text } = await bench.setUp({
    answers: {
      "failure:read-registration": { each: ["again"] },
      "failure:read-incomplete": "stop",
    },
  });
  expect(text).toContain("The App exists, but its key is not stored.");
  expect(await bench.apps()).toHaveLength(1);
});

type Spoiled = (deps: SetUpDeps, spoil: () => void) => Partial<SetUpDeps>;
const moments: [string, Spoiled][] = [
  [
    "when the code arrives",
    (deps, spoil) => ({
      openRegistration: async (options) => {
        const registration = await deps.openRegistration(options);
        return { ...registration, nextCode: () => registration.nextCode().finally(spoil) };
      },
    }),
  ],
  [
    "before the key is requested",
    (deps, spoil) => ({
      convertCode: (...options) => {
        spoil();
        return deps.convertCode(...options);
      },
    }),
  ],
  [
    "when the key has arrived",
    (deps, spoil) => ({ convertCode: (...options) => deps.convertCode(...options).finally(spoil) }),
  ],
  [
    "while the key is stored",
    (deps, spoil) => ({
      storeCredential: (...options) => {
        spoil();
        return deps.storeCredential(...options);
      },
    }),
  ],
];

describe("an unwritable journal loses no key, even without an operator:", () => {
  test.each(moments)("if it becomes unwritable %s", async (_, spoiled) => {
    const bench = await openBench();
    const journal = join(bench.folder, "journal.json");
    const spoil = () => {
      rmSync(journal, { recursive: true });
      mkdirSync(journal);
    };
    const stopped = await bench.setUp({ change: (deps) => spoiled(deps, spoil) });
    expect(stopped.text).toContain(`Could not write ${journal}: it is a directory.`);
    expect(stopped.text).not.toContain("lost");
    expect(Object.keys(await bench.stored())).toContain("CP_FORGE_READ_APP_PRIVATE_KEY");
    expect(bench.keychain.held.size).toBe(0);
    rmSync(journal, { recursive: true });
    const { outcome } = await bench.setUp({ answers: { "failure:read-proof": "run" } });
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(await bench.apps()).toHaveLength(2);
  });
});

test("an App that was renamed on the forge's page and lost its key is not created twice", async () => {
  const bench = await openBench();
  const robot = createRobot({ appName: () => "Our own name" });
  bench.emulator.setFaults([{ on: conversion, times: 0, play: { kind: "code-expired" } }]);
  const openLink = async (link: string) => (await robot.visit(link), true);
  await bench.setUp({ openLink });
  bench.emulator.setFaults([]);
  const stopped = await bench.setUp({ answers: { "failure:read-incomplete": "stop" } });
  expect(stopped.text).toContain(
    "The App may exist: it was registered, but neither the App nor its key arrived.",
  );
  expect(stopped.text).toContain("/organizations/acme/settings/apps");
  const [app] = await bench.apps();
  const answers = { ...(await newKey(bench, "our-own-name")), "read-client-id": app?.clientId };
  const { outcome } = await bench.setUp({ answers });
  expect(outcome?.apps[0]).toMatchObject({ slug: "our-own-name", installation: "proved" });
  expect(await bench.apps()).toHaveLength(2);
});

test("an App with a typed name that lost its key is found by that name", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([{ on: conversion, times: 0, play: { kind: "code-expired" } }]);
  await bench.setUp({ answers: { "read-app-name": "Typed name" } });
  bench.emulator.setFaults([]);
  const { outcome } = await bench.setUp({ answers: await newKey(bench, "typed-name") });
  expect(outcome?.apps[0]).toMatchObject({ slug: "typed-name", installation: "proved" });
  expect(await bench.apps()).toHaveLength(2);
});

test("an App with a name from the command line is found although the rerun does not name it", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([{ on: conversion, times: 0, play: { kind: "code-expired" } }]);
  await bench.setUp({ appNames: { read: "named-once" } });
  bench.emulator.setFaults([]);
  const { text } = await bench.setUp({ answers: { "failure:read-incomplete": "stop" } });
  expect(text).toContain("/settings/apps/named-once");
  expect(await bench.apps()).toHaveLength(1);
});

test("a name that was changed on the forge's page is accepted as returned", async () => {
  const bench = await openBench({ appName: (name) => `${name} 2` });
  const { outcome } = await bench.setUp();
  expect(outcome?.apps.map((app) => app.slug)).toEqual([
    "gatehouse-acme-control-read-2",
    "gatehouse-acme-control-write-2",
  ]);
  expect((await bench.setUp()).outcome?.apps.every((app) => app.installation === "proved")).toBe(
    true,
  );
});

test("an App whose permissions were changed on the page is rejected until they are fixed", async () => {
  const bench = await openBench();
  const change: SetUpOptions["change"] = (deps) => ({
    convertCode: async (...args) => {
      const made = await deps.convertCode(...args);
      const permissions = { ...made.app.permissions, contents: "write" };
      return { ...made, app: { ...made.app, permissions } };
    },
  });
  const stopped = await bench.setUp({ change, answers: { "failure:read-differences": "stop" } });
  expect(stopped.error?.message).toContain("gatehouse no longer has its key");
  expect(stopped.text).toContain("Contents: Read and write instead of Read-only");
  expect(stopped.text).toContain(`/organizations/acme/settings/apps/${slug}/permissions`);
  expect(await bench.stored()).toEqual({});

  const { outcome } = await bench.setUp({ answers: await newKey(bench) });
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("a new check accepts an App whose permissions were fixed", async () => {
  const bench = await openBench();
  const change: SetUpOptions["change"] = (deps) => ({
    convertCode: async (...args) => {
      const made = await deps.convertCode(...args);
      return { ...made, app: { ...made.app, events: ["push"] } };
    },
  });
  const answers = {
    "failure:read-differences": { each: ["check-again"] },
    "failure:write-differences": { each: ["check-again"] },
  };
  const { outcome, text } = await bench.setUp({ change, answers });
  expect(text).toContain("event push: not requested");
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("an App created by hand is accepted with its client ID and a key from a file or by paste", async () => {
  const bench = await openBench();
  const keys: Record<string, string> = {};
  const ids: Record<string, string> = {};
  for (const role of ["read", "write"] as const) {
    const name = `By hand ${role}`;
    await bench.makeByHand(role, name);
    keys[role] = await bench.saveKey(`by-hand-${role}`);
    ids[role] = (await bench.apps()).find((app) => app.slug === `by-hand-${role}`)?.clientId ?? "";
  }
  const byHand = (role: string) => ({
    [`${role}-app-how`]: "by-hand",
    [`${role}-by-hand`]: true,
    [`${role}-client-id`]: ids[role],
    [`${role}-new-key`]: true,
  });
  const { outcome, text } = await bench.setUp({
    answers: {
      ...byHand("read"),
      "read-key-from": "file",
      "read-key-file": keys["read"],
      ...byHand("write"),
      "write-key-from": "paste",
    },
    secrets: { "write-key": { file: keys["write"] } },
  });
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  expect(text).toContain("Read-only: Actions, Checks,");
  expect(text).not.toContain("PRIVATE KEY-----");
  expect(await bench.apps()).toHaveLength(2);
});

test("Back at the second App leaves the first as it is, and its key in memory", async () => {
  const bench = await openBench();
  let isBack = false;
  const { outcome, asked } = await bench.setUp({
    onQuestion: (id) => {
      if (id !== "write-app-how" || isBack) return;
      isBack = true;
      throw new Back();
    },
  });
  const ids = asked.map(({ id }) => id);
  expect(ids.filter((id) => id === "write-app-name")).toHaveLength(2);
  expect(ids).not.toContain("read-proof");
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  const stored = bench.emulator
    .requests()
    .filter(({ method, path }) => method === "PUT" && path.endsWith("READ_APP_PRIVATE_KEY"));
  expect(stored).toHaveLength(1);
});

test("an App that differed from the request is still rejected if the check fails", async () => {
  const bench = await openBench();
  const { error, asked } = await bench.setUp({
    answers: {
      "failure:read-differences": { each: ["check-again"] },
      "failure:read-registration": { each: ["again"] },
    },
    change: (deps) => ({
      convertCode: async (...args) => {
        const made = await deps.convertCode(...args);
        return { ...made, app: { ...made.app, events: ["push"] } };
      },
      appClient: (...args) => ({
        ...deps.appClient(...args),
        app: () => Promise.reject(new Incomplete("The forge did not say.", [])),
      }),
    }),
  });
  expect(asked.map(({ id }) => id).filter((id) => id === "read-differences")).toHaveLength(2);
  expect(error).toBeDefined();
  expect(await bench.stored()).toEqual({});
});

test("Stop at a question ends the run", async () => {
  const bench = await openBench();
  const { error } = await bench.setUp({
    onQuestion: (id) => {
      if (id === "read-app-how") throw new Cancelled();
    },
  });
  expect(error).toBeInstanceOf(Cancelled);
  expect(await bench.apps()).toEqual([]);
});
