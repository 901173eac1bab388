import { expect, test } from "vitest";
import { filledRegistrationLink } from "../../../src/plane/setup/manifest.ts";
import { openBench, repository } from "./bench.ts";
import { connectInProcess } from "./connect-in-process.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const slug = "gatehouse-acme-control-read";
const conversion = "POST /app-manifests/*/conversions";
const idsOf = ({ asked }: { asked: readonly { id: string }[] }) => asked.map(({ id }) => id);

test("an App with our name that belongs to another owner is not treated as ours", async () => {
  const bench = await openBench();
  const { profile } = connectInProcess(bench.emulator);
  const mona = { login: "mona", id: 0, kind: "user" } as const;
  await bench.robot.visit(
    filledRegistrationLink(
      { profile, repository, role: "read", name: slug, ceiling: readAppCeiling },
      mona,
    ),
  );
  const run = await bench.setUp({ answers: { "read-app-name": "another-name" } });
  expect(idsOf(run)).not.toContain("read-incomplete");
  expect(run.outcome?.apps[0]).toMatchObject({ slug: "another-name", installation: "proved" });
});

test("an App is recognized regardless of the case of the repository's name", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([{ on: conversion, times: 0, play: { kind: "code-expired" } }]);
  await bench.setUp();
  bench.emulator.setFaults([]);
  bench.forgetJournal();
  const { text } = await bench.setUp({
    named: "Acme/Control",
    answers: { "failure:read-incomplete": "stop" },
  });
  expect(text).toContain("The App exists, but its key is not stored.");
});

test("a new App is recognized as ours regardless of the case of its owner's name", async () => {
  const bench = await openBench();
  const { outcome } = await bench.setUp({
    change: (deps) => ({
      convertCode: async (...args) => {
        const made = await deps.convertCode(...args);
        return { ...made, app: { ...made.app, owner: "Acme" } };
      },
    }),
  });
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("a complete setup does not look up Apps by name", async () => {
  const bench = await openBench();
  await bench.setUp();
  bench.forgetJournal();
  const count = bench.emulator.requests().length;
  await bench.setUp({ answers: { "failure:read-proof": "leave", "failure:write-proof": "leave" } });
  const checked = bench.emulator
    .requests()
    .slice(count)
    .filter(({ path }) => path.includes("/apps/gatehouse"));
  expect(checked).toEqual([]);
});

test("on another machine, an App is named by the owner's list of installations", async () => {
  const bench = await openBench();
  await bench.setUp();
  bench.forgetJournal();
  const answers = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
  const { outcome } = await bench.setUp({ answers });
  const [read, write] = await bench.apps();
  expect(outcome?.apps).toMatchObject([
    { clientId: read?.clientId, slug: read?.slug },
    { clientId: write?.clientId, slug: write?.slug },
  ]);
});

test("an App that was checked after its registration began is searched for again", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([{ on: conversion, play: { kind: "cut", when: "after" } }]);
  const { text } = await bench.setUp({
    answers: {
      "failure:read-registration": { each: ["again"] },
      "failure:read-incomplete": "stop",
    },
  });
  // Before the registration, the forge did not know an App of that name.
  expect(text).toContain(`/organizations/acme/settings/apps/${slug}`);
});

test("an App with the planned name is found, regardless of the name in an earlier run", async () => {
  const bench = await openBench();
  await bench.setUp({
    answers: { "read-app-name": "Typed name" },
    openLink: () => Promise.reject(new Error("the browser crashed")),
  });
  await bench.makeByHand("read", slug);
  const { text } = await bench.setUp({ answers: { "failure:read-incomplete": "stop" } });
  expect(text).toContain(`/organizations/acme/settings/apps/${slug}`);
});

test("the name with which a registration began is proposed again", async () => {
  const bench = await openBench();
  await bench.setUp({
    answers: { "read-app-name": "Typed name" },
    openLink: () => Promise.reject(new Error("the browser crashed")),
  });
  const proposed: (string | undefined)[] = [];
  // Simulates --ask-again.
  await (await bench.journal()).setAnswers([]);
  await bench.setUp({
    answers: { "read-app-name": "Typed name" },
    onText: (question) => proposed.push(question.initial),
  });
  expect(proposed[0]).toBe("Typed name");
});

test("a replaced App keeps its name reserved until it is deleted", async () => {
  const bench = await openBench();
  await bench.setUp();
  const secret = "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY";
  await bench.send("DELETE", secret);
  const proposed: (string | undefined)[] = [];
  const replace = (name: string) =>
    bench.setUp({
      answers: { "failure:read-incomplete": "replace", "read-app-name": name },
      onText: ({ id, initial }) => id === "read-app-name" && proposed.push(initial),
    });
  const taken = await replace(slug);
  expect(taken.error?.message).toContain("The App being replaced has this name.");
  expect(proposed).toEqual([`${slug}-2`]);
  await bench.press(`/organizations/acme/settings/apps/${slug}/delete`);
  const { outcome } = await replace(slug);
  expect(outcome?.apps[0]).toMatchObject({ slug, installation: "proved" });
});

test("a replaced App keeps its name reserved if its existence cannot be checked", async () => {
  const bench = await openBench();
  await bench.setUp();
  const secret = "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY";
  await bench.send("DELETE", secret);
  // Simulates --ask-again.
  await (await bench.journal()).setAnswers([]);
  const proposed: (string | undefined)[] = [];
  await bench.setUp({
    answers: { "failure:read-incomplete": "replace", "read-app-name": slug },
    onText: ({ id, initial }) => id === "read-app-name" && proposed.push(initial),
    change: () => ({
      findApp: () => Promise.resolve("refused"),
      findNameHolder: () => Promise.resolve(undefined),
    }),
    stopDuring: "read-browser",
  });
  expect(proposed).toEqual([slug]);
});

test.each(["", "x".repeat(35), "no/slash"])("%j is refused as the name of an App", async (name) => {
  const bench = await openBench();
  const { error } = await bench.setUp({ answers: { "read-app-name": name } });
  expect(error).toMatchObject({ exitCode: 2 });
  expect(await bench.apps()).toEqual([]);
});
