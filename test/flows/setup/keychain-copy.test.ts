import { describe, expect, test } from "vitest";
import { Incomplete, Stopped } from "../../../src/shared/errors.ts";
import { openBench } from "./bench.ts";

const slug = "gatehouse-acme-control-read";
const storing = "PUT /repos/acme/control/actions/secrets/*";
const noSecrets = { on: storing, times: 0, play: { kind: "status", status: 500 } } as const;

test("a key that cannot be stored is held in the keychain, and the rerun proves, stores and drops it", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  const held = await bench.setUp({ answers: { "failure:read-store": { each: ["hold"] } } });
  expect(held.error).toBeInstanceOf(Incomplete);
  expect(held.error?.message).toBe("Key of the read App is kept in the keychain.");
  const account = [...bench.keychain.held.keys()][0] ?? "";
  expect(account).toMatch(/^127\.0\.0\.1:\d+\/acme\/control\/read\/Iv23li/);
  expect(await bench.stored()).toEqual({});

  bench.emulator.setFaults([]);
  const { outcome, text } = await bench.setUp();
  expect(outcome?.apps[0]).toMatchObject({ slug, installation: "proved" });
  expect(text.indexOf("Verifying that the key belongs to the App")).toBeLessThan(
    text.indexOf("Storing CP_FORGE_READ_APP_PRIVATE_KEY"),
  );
  expect(bench.keychain.held.size).toBe(0);
  expect(await bench.apps()).toHaveLength(2);
});

test("a held key that cannot be stored yet again stays held", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  const keepInKeychain = { answers: { "failure:read-store": { each: ["hold"] } } };
  await bench.setUp(keepInKeychain);
  const [account] = bench.keychain.held.keys();
  const again = await bench.setUp(keepInKeychain);
  expect(again.error).toMatchObject({
    message: "Key of the read App is kept in the keychain.",
    hints: [
      {
        text: "Continue when secrets can be stored again",
        command: expect.stringMatching(/^gatehouse setup .*--repo acme\/control$/) as string,
      },
    ],
  });
  expect([...bench.keychain.held.keys()]).toEqual([account]);
  bench.emulator.setFaults([]);
  expect((await bench.setUp()).outcome?.apps[0]?.installation).toBe("proved");
});

test("stopped with a key that is stored nowhere, the wizard asks, and holds it on a yes", async () => {
  const bench = await openBench();
  const stopped = await bench.setUp({
    answers: { "read-keychain-on-stop": true },
    onQuestion: (id) => {
      if (id === "read-storing") throw new Stopped("SIGINT");
    },
  });
  expect(stopped.error).toBeInstanceOf(Stopped);
  expect(stopped.error?.message).toBe("Stopped. Read App: made, its key is kept in the keychain.");
  expect(bench.keychain.held.size).toBe(1);
  const { outcome } = await bench.setUp();
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  expect(bench.keychain.held.size).toBe(0);
  expect(await bench.apps()).toHaveLength(2);
});

test.each([
  ["on a no", { "read-keychain-on-stop": false }],
  ["when nobody answers", {}],
])("%s nothing is held, and what is lost is said", async (_, answers) => {
  const bench = await openBench();
  const { error } = await bench.setUp({
    answers,
    onQuestion: (id) => {
      if (id === "read-storing") throw new Stopped("SIGINT");
    },
  });
  expect(bench.keychain.held.size).toBe(0);
  expect(error).toBeInstanceOf(Stopped);
  expect(error?.message).toBe(
    `Stopped. Completed steps are kept. The App ${slug} exists, but its credential is incomplete, and gatehouse no longer has its key.`,
  );
});

test("without a keychain the wizard says so, and the person may still try again", async () => {
  const bench = await openBench();
  bench.keychain.lock();
  bench.emulator.setFaults([noSecrets]);
  const { error, text } = await bench.setUp({
    answers: { "failure:read-store": { each: ["hold"] }, "read-keychain-on-stop": true },
  });
  expect(text).toContain("it is locked");
  expect(error?.message).toContain(
    "exists, but its credential is incomplete, and gatehouse no longer has its key",
  );
});

test("a keychain that does not take the key on stopping is asked again", async () => {
  const bench = await openBench();
  bench.keychain.lock();
  const { error, text } = await bench.setUp({
    answers: {
      "read-keychain-on-stop": true,
      "failure:read-keychain-again": { each: ["again", "again"] },
    },
    onQuestion: (id) => {
      if (id === "read-storing") throw new Stopped("SIGINT");
      if (id === "read-keychain-again") bench.keychain.unlock();
    },
  });
  expect(text).toContain("it is locked");
  expect(error).toBeInstanceOf(Stopped);
  expect(bench.keychain.held.size).toBe(1);
});

test("while a key is stored nowhere, stopping is not said to lose nothing", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  const hints: (string | undefined)[] = [];
  await bench.setUp({
    onFailure: ({ id, options }) => {
      if (id === "read-store") hints.push(options.find(({ value }) => value === "stop")?.hint);
    },
  });
  expect(hints).toEqual(["the key is lost unless the keychain has it"]);
});

describe("stopped while the key is fetched", () => {
  const conversion = "POST /app-manifests/*/conversions";
  const stopDuring = "read-conversion";

  test("the wizard lets it arrive, and holds it on a yes", async () => {
    const bench = await openBench();
    bench.emulator.setFaults([{ on: conversion, play: { kind: "latency", ms: 80 } }]);
    const answers = { "read-keychain-on-stop": true };
    const { error } = await bench.setUp({ stopDuring, answers });
    expect(error).toBeInstanceOf(Stopped);
    expect(bench.keychain.held.size).toBe(1);
    const { outcome } = await bench.setUp();
    expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
    expect(await bench.apps()).toHaveLength(2);
  });

  test("a key that never comes is said to be lost", async () => {
    const bench = await openBench();
    bench.emulator.setFaults([{ on: conversion, play: { kind: "cut", when: "after" } }]);
    const { error } = await bench.setUp({ stopDuring });
    expect(error).toBeInstanceOf(Stopped);
    expect(error?.message).toContain(
      "The registration of the Read App was accepted, but its key did not arrive and is lost.",
    );
  });
});
