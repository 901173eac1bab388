import { describe, expect, test } from "vitest";
import { Incomplete, Stopped } from "../../../src/shared/errors.ts";
import { openBench } from "./bench.ts";

const slug = "gatehouse-acme-control-read";
const storing = "PUT /repos/acme/control/actions/secrets/*";
const noSecrets = { on: storing, times: 0, play: { kind: "status", status: 500 } } as const;

test("a key that cannot be stored is kept in the keychain, and the rerun proves, stores and deletes it", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  const held = await bench.setUp({ answers: { "failure:read-store": { each: ["keychain"] } } });
  expect(held.error).toBeInstanceOf(Incomplete);
  expect(held.error?.message).toBe("The Read App's key is still in the keychain.");
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

test("a kept key that still cannot be stored stays in the keychain", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  const keepInKeychain = { answers: { "failure:read-store": { each: ["keychain"] } } };
  await bench.setUp(keepInKeychain);
  const [account] = bench.keychain.held.keys();
  const again = await bench.setUp(keepInKeychain);
  expect(again.error).toMatchObject({
    message: "The Read App's key is still in the keychain.",
    hints: [
      {
        text: "Run setup again when secrets can be stored",
        command: expect.stringMatching(/^gatehouse setup .*--repo acme\/control$/) as string,
      },
    ],
  });
  expect([...bench.keychain.held.keys()]).toEqual([account]);
  bench.emulator.setFaults([]);
  expect((await bench.setUp()).outcome?.apps[0]?.installation).toBe("proved");
});

test("a stop with an unsaved key asks, and keeps the key in the keychain after a yes", async () => {
  const bench = await openBench();
  const stopped = await bench.setUp({
    answers: { "read-keychain-on-stop": true },
    onQuestion: (id) => {
      if (id === "read-storing") throw new Stopped("SIGINT");
    },
  });
  expect(stopped.error).toBeInstanceOf(Stopped);
  expect(stopped.error?.message).toBe("Stopped. Read App: created, key kept in the keychain.");
  expect(bench.keychain.held.size).toBe(1);
  const { outcome } = await bench.setUp();
  expect(outcome?.apps.map(({ installation }) => installation)).toEqual(["proved", "proved"]);
  expect(bench.keychain.held.size).toBe(0);
  expect(await bench.apps()).toHaveLength(2);
});

test.each([
  ["if the operator declines,", { "read-keychain-on-stop": false }],
  ["if the question is not answered,", {}],
])("%s the key is not kept, and its loss is reported", async (_, answers) => {
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

test("without a keychain, the wizard reports this, and the operator can still retry", async () => {
  const bench = await openBench();
  bench.keychain.lock();
  bench.emulator.setFaults([noSecrets]);
  const { error, text } = await bench.setUp({
    answers: { "failure:read-store": { each: ["keychain"] }, "read-keychain-on-stop": true },
  });
  expect(text).toContain("it is locked");
  expect(error?.message).toContain(
    "exists, but its credential is incomplete, and gatehouse no longer has its key",
  );
});

test("a keychain that rejects the key during a stop is tried again", async () => {
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

test("as long as a key is unsaved, the wizard does not claim that stopping is lossless", async () => {
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

  test("the wizard waits for the key, and keeps it in the keychain after a yes", async () => {
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

  test("a key that never arrives is reported as lost", async () => {
    const bench = await openBench();
    bench.emulator.setFaults([{ on: conversion, play: { kind: "cut", when: "after" } }]);
    const { error } = await bench.setUp({ stopDuring });
    expect(error).toBeInstanceOf(Stopped);
    expect(error?.message).toContain(
      "The Read App was registered, but its key was not received and cannot be recovered.",
    );
  });
});
