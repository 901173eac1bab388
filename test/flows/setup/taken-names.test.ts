import { beforeEach, describe, expect, test } from "vitest";
import { filledRegistrationLink } from "../../../src/plane/setup/manifest.ts";
import { openBench, repository, type FlowBench } from "./bench.ts";
import { connectInProcess } from "./connect-in-process.ts";

const plain = "gatehouse-acme-control-read";

let bench: FlowBench;
beforeEach(async () => {
  bench = await openBench();
});

/** Mona has a private App of this name, which acme's people are not shown. */
async function claimName(name: string): Promise<void> {
  const { profile } = connectInProcess(bench.emulator);
  const mona = { login: "mona", id: 0, kind: "user" } as const;
  await bench.robot.visit(
    filledRegistrationLink({ profile, repository, role: "read", name }, mona),
  );
}

const asSomebodyElse = { findApp: () => Promise.resolve(undefined) };

describe("a name that somebody else's App has", () => {
  test("is refused where it is typed, with one that is free", async () => {
    await claimName(plain);
    await claimName(`${plain}-2`);
    const { error } = await bench.setUp({ change: () => asSomebodyElse });
    expect(error).toMatchObject({ name: "InvalidInput", exitCode: 2 });
    expect(error?.message).toBe(
      `answers["read-app-name"] was rejected. mona already has an App with this name. "${plain}-3" is free.`,
    );
    expect(await bench.apps()).toHaveLength(2);
  });

  test("is refused also where only its bot is seen", async () => {
    await claimName(plain);
    const on = `GET /apps/${plain}`;
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "not-found" } }]);
    const { error } = await bench.setUp();
    expect(error?.message).toContain("Somebody already has an App with this name.");
  });

  test.each(["read", "write"] as const)(
    "given for the %s App on the command line is an error before anything is asked or made",
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
            text: '"Theirs-2" is free',
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

test("a name of an account is refused, but not the owner's own and not one's own", async () => {
  const nameOf = (name: string) => bench.setUp({ answers: { "read-app-name": name } });
  expect((await nameOf("globex")).error?.message).toContain(
    "This name belongs to another account: globex.",
  );
  const { outcome } = await bench.setUp({
    answers: { "read-app-name": "acme", "write-app-name": "mona" },
  });
  expect(outcome?.apps.map(({ slug }) => slug)).toEqual(["acme", "mona"]);
});

test("another App of the owner's has its name, and is taken by the command line's word only", async () => {
  await bench.makeByHand("read", "Manually");
  const { error } = await bench.setUp({ answers: { "read-app-name": "Manually" } });
  expect(error?.message).toContain('acme already has an App with this name. "Manually-2" is free.');
  const named = await bench.setUp({ appNames: { read: "Manually" } });
  expect(named.text).toContain("The App exists, but its key is not stored.");
});

test("the name of the App that takes another's place is looked at, too", async () => {
  await bench.setUp();
  await bench.press(`/organizations/acme/settings/apps/${plain}/delete`);
  await claimName("theirs");
  const answers = { "failure:read-missing": "replace" };
  const { error } = await bench.setUp({ answers, appNames: { read: "theirs" } });
  expect(error?.message).toContain(
    "--read-app-name theirs: mona already has an App with this name.",
  );
});

test("a name that the command line gives is no other's where an App of the owner's has it", async () => {
  await bench.makeByHand("write", "Manually");
  const answers = { "failure:write-incomplete": "stop" };
  const { error } = await bench.setUp({ appNames: { write: "Manually" }, answers });
  expect(error?.message).toContain("The Write App was not changed: The App exists");
});

test("a rerun with the same name goes on where the forge shows nothing of the App but its bot", async () => {
  const conversion = "POST /app-manifests/*/conversions";
  bench.emulator.setFaults([{ on: conversion, times: 0, play: { kind: "cut", when: "after" } }]);
  const appNames = { read: "named-once" };
  await bench.setUp({ appNames });
  bench.emulator.setFaults([]);
  const { error } = await bench.setUp({
    appNames,
    answers: { "failure:read-incomplete": "stop" },
    change: () => asSomebodyElse,
  });
  expect(error?.message).toContain("The Read App is unchanged:");
});

test("a forge that stumbles over the names may be asked again", async () => {
  const on = "GET /apps/theirs";
  bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 500 } }]);
  const { asked } = await bench.setUp({ appNames: { read: "theirs" } });
  expect(asked.map(({ id }) => id)).toEqual(["names"]);
});

test("a rerun with the names of its own Apps takes none of them for another's", async () => {
  const appNames = { read: "acme reader", write: "acme writer" };
  await bench.setUp({ appNames });
  await bench.press("/organizations/acme/settings/apps/acme-reader/delete");
  const { outcome } = await bench.setUp({
    appNames,
    answers: { "failure:read-missing": "replace" },
    change: () => asSomebodyElse,
  });
  expect(outcome?.apps.map(({ slug }) => slug)).toEqual(["acme-reader", "acme-writer"]);
});
