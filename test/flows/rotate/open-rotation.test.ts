import { describe, expect, test } from "vitest";
import { openRotation } from "../../../flows/rotate/open-rotation.ts";
import { openStep } from "../../../src/control/rotation/journal-steps.ts";
import type { StoredCredential } from "../../../src/credentials/credential.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import { runStep, startJournal, type StepOptions } from "../shared/run-step.ts";
import { at, place, settings } from "./rotations.ts";

const { read, write } = appRecords;
const all = [read.variable, read.secret, write.variable, write.secret, "pat"];

interface Given extends StepOptions {
  readonly wanted?: readonly StoredCredential[];
  /** The names of the records that are there. */
  readonly stored?: readonly string[];
  readonly hasSettings?: boolean;
}

function open({ wanted, stored = all, hasSettings = true, ...given }: Given = {}) {
  const environments: string[] = [];
  const deps = {
    ...place,
    wanted,
    now: () => new Date(at),
    operator: () => Promise.resolve("mona"),
    readRecords: () =>
      Promise.resolve({
        variables: new Map(stored.map((name) => [name, "Iv1"])),
        secrets: new Set(stored),
        secretDates: new Map<string, string>(),
      }),
    readSettings: () => Promise.resolve(hasSettings ? settings : undefined),
    hasPat: (environment: string) => {
      environments.push(environment);
      return Promise.resolve(stored.includes("pat"));
    },
  };
  const answers = { "rotation-plan": true, ...given.answers };
  return runStep((context) => openRotation(context, deps), { ...given, answers }).then((run) => ({
    ...run,
    environments,
  }));
}

const both = ["read-app", "write-app"] as const;

describe("a rotation", () => {
  test("is opened with what is named, once it was told what will happen", async () => {
    const { result, asked, journal, environments } = await open({ wanted: both });
    expect(result).toEqual({ startedAt: at, by: "mona", credentials: both });
    expect(asked).toEqual(["rotation-plan"]);
    expect(journal.step(openStep(place).id)).toEqual(result);
    expect(environments).toEqual(["control-plane"]);
  });

  test.each<[string, readonly StoredCredential[]]>([
    ["both", both],
    ["read-app", ["read-app"]],
    ["write-app", ["write-app"]],
    ["pat", ["pat"]],
  ])("is opened with what is chosen: %s", async (choice, credentials) => {
    const { result, asked } = await open({ answers: { "rotate-what": choice } });
    expect(result?.credentials).toEqual(credentials);
    expect(asked).toEqual(["rotate-what", "rotation-plan"]);
  });

  test.each([
    ["pat", all.filter((name) => name !== "pat")],
    ["read-app", all.filter((name) => name !== read.secret)],
    ["write-app", all.filter((name) => name !== write.variable)],
    ["both", all.filter((name) => name !== write.secret)],
  ])("is not opened by choosing what is not stored whole: %s", async (choice, stored) => {
    const { error, journal } = await open({ stored, answers: { "rotate-what": choice } });
    expect(error?.message).toContain('answers["rotate-what"]');
    expect([...journal.steps()]).toEqual([]);
  });

  test.each<[StoredCredential, string, Given]>([
    ["pat", "PAT", { stored: all.filter((name) => name !== "pat") }],
    ["pat", "PAT", { hasSettings: false }],
    ["read-app", "Read App", { stored: all.filter((name) => name !== read.variable) }],
    ["write-app", "Write App", { stored: all.filter((name) => name !== write.secret) }],
  ])("is not opened by naming what is not stored whole: %s", async (wanted, name, given) => {
    const { error, asked } = await open({ ...given, wanted: [wanted] });
    expect(error?.message).toBe(`acme/control has nothing stored for: ${name}.`);
    expect(asked).toEqual([]);
  });
});

describe("a rotation that is under way", () => {
  const begun = async (credentials: readonly StoredCredential[] = both) => {
    const journal = startJournal();
    const { id } = openStep(place);
    await journal.finishStep(id, { startedAt: at, by: "hubot", credentials });
    return journal;
  };

  test.each([undefined, both, both.toReversed()])(
    "goes on as it was begun when %o is wanted",
    async (wanted) => {
      const journal = await begun();
      const { result, asked } = await open({ journal, ...(wanted && { wanted }) });
      expect(result).toEqual({ startedAt: at, by: "hubot", credentials: both });
      expect(asked).toEqual([]);
    },
  );

  test("is the same in whatever order its credentials are named", async () => {
    const { error } = await open({ journal: await begun(both.toReversed()), wanted: both });
    expect(error).toBeUndefined();
  });

  test("does not become another one", async () => {
    const { error, said } = await open({ journal: await begun(), wanted: ["read-app"] });
    expect(error?.message).toBe(`A rotation of Read App, Write App is under way since ${at}.`);
    expect(said).not.toContain("What will happen");
  });
});
