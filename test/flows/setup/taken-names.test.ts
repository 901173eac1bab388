import { beforeEach, describe, expect, test } from "vitest";
import { filledRegistrationLink } from "../../../src/plane/setup/manifest.ts";
import { openBench, repository, type FlowBench } from "./bench.ts";
import { connectInProcess } from "./connect-in-process.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const plain = "gatehouse-acme-control-read";

let bench: FlowBench;
beforeEach(async () => {
  bench = await openBench();
});

/** Creates a private App of this name for mona, which the users of acme cannot see. */
async function claimName(name: string): Promise<void> {
  const { profile } = connectInProcess(bench.emulator);
  const mona = { login: "mona", id: 0, kind: "user" } as const;
  await bench.robot.visit(
    filledRegistrationLink(
      { profile, repository, role: "read", name, ceiling: readAppCeiling },
      mona,
    ),
  );
}

const asAnotherUser = { findApp: () => Promise.resolve(undefined) };

describe("a name of another user's App", () => {
  test("is refused when it is typed, and a free name is proposed", async () => {
    await claimName(plain);
    await claimName(`${plain}-2`);
    const { error } = await bench.setUp({ change: () => asAnotherUser });
    expect(error).toMatchObject({ name: "InvalidInput", exitCode: 2 });
    expect(error?.message).toBe(
      `answers["read-app-name"] was rejected. mona already has an App with this name. "${plain}-3" is available.`,
    );
    expect(await bench.apps()).toHaveLength(2);
  });

  test("is also refused if only the App's bot is visible", async () => {
    await claimName(plain);
    const on = `GET /apps/${plain}`;
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "not-found" } }]);
    const { error } = await bench.setUp();
    expect(error?.message).toContain("Someone already has an App with this name.");
  });

  test.each(["read", "write"] as const)(
    "given for the %s App on the command line is an error before any question or change",
    async (role) => {
      await claimName("theirs");
      const { error, asked } = await bench.setUp({
        appNames: { [role]: "Theirs" },
        commandGiven: ["setup", `--${role}-app-name=Theirs`, "--answers", "my answers.json"],
      });
      expect(error).toMatchObject({
        name: "InvalidInput",
        exitCode: 2,
        hints: [
          {
            text: '"Theirs-2" is available',
            command: `gatehouse setup --${role}-app-name Theirs-2 --answers 'my answers.json'`,
          },
        ],
      });
      expect(error?.message).toBe(
        `--${role}-app-name Theirs: mona already has an App with this name.`,
      );
      expect(asked).toEqual([]);
      expect(await bench.apps()).toHaveLength(1);
    },
  );
});

test("the name of another account is refused, but the owner's and the operator's names are accepted", async () => {
  const nameOf = (name: string) => bench.setUp({ answers: { "read-app-name": name } });
  expect((await nameOf("globex")).error?.message).toContain(
    "This name belongs to another account: globex.",
  );
  const { outcome } = await bench.setUp({
    answers: { "read-app-name": "acme", "write-app-name": "mona" },
  });
  expect(outcome?.apps.map(({ slug }) => slug)).toEqual(["acme", "mona"]);
});

test("another App of the owner keeps its name, and is accepted only if the command line names it", async () => {
  await bench.makeByHand("read", "By hand");
  const { error } = await bench.setUp({ answers: { "read-app-name": "By hand" } });
  expect(error?.message).toContain(
    'acme already has an App with this name. "By hand-2" is available.',
  );
  const named = await bench.setUp({ appNames: { read: "By hand" } });
  expect(named.text).toContain("The App exists, but its key is not stored.");
});

test("the name of a replacement App is checked as well", async () => {
  await bench.setUp();
  await bench.press(`/organizations/acme/settings/apps/${plain}/delete`);
  await claimName("theirs");
  const answers = { "failure:read-missing": "replace" };
  const { error } = await bench.setUp({ answers, appNames: { read: "theirs" } });
  expect(error?.message).toContain(
    "--read-app-name theirs: mona already has an App with this name.",
  );
});

test("a name from the command line is accepted if one of the owner's Apps has it", async () => {
  await bench.makeByHand("write", "By hand");
  const answers = { "failure:write-incomplete": "stop" };
  const { error } = await bench.setUp({ appNames: { write: "By hand" }, answers });
  expect(error?.message).toContain("The Write App was not changed: The App exists");
});

test("a rerun with the same name continues if the forge shows nothing of the App except its bot", async () => {
  const conversion = "POST /app-manifests/*/conversions";
  bench.emulator.setFaults([{ on: conversion, times: 0, play: { kind: "cut", when: "after" } }]);
  const appNames = { read: "named-once" };
  await bench.setUp({ appNames });
  bench.emulator.setFaults([]);
  const { error } = await bench.setUp({
    appNames,
    answers: { "failure:read-incomplete": "stop" },
    change: () => asAnotherUser,
  });
  expect(error?.message).toContain("The Read App was not changed:");
});

test("a request for names that fails can be repeated", async () => {
  const on = "GET /apps/theirs";
  bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 500 } }]);
  const { asked } = await bench.setUp({ appNames: { read: "theirs" } });
  expect(asked.map(({ id }) => id)).toEqual(["names"]);
});

test("a rerun with the names of its own Apps recognizes them as its own", async () => {
  const appNames = { read: "acme reader", write: "acme writer" };
  await bench.setUp({ appNames });
  await bench.press("/organizations/acme/settings/apps/acme-reader/delete");
  const { outcome } = await bench.setUp({
    appNames,
    answers: { "failure:read-missing": "replace" },
    change: () => asAnotherUser,
  });
  expect(outcome?.apps.map(({ slug }) => slug)).toEqual(["acme-reader", "acme-writer"]);
});
