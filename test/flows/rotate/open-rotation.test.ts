import { describe, expect, test } from "vitest";
import { openRotation } from "../../../flows/rotate/open-rotation.ts";
import { rotationOutline } from "../../../flows/rotate/rotation-outline.ts";
import { openStep, replacementStep, stageStep } from "../../../src/plane/rotate/journal-steps.ts";
import type { ChooseQuestion } from "../../../src/prompts/prompter.ts";
import { PatUnseen } from "../../../src/plane/setup/pat-unseen.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import type { StoredCredential } from "../../../src/credentials/credential.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { runStep, startJournal, type StepOptions } from "../shared/run-step.ts";
import { at, newKey, location, settings, storedKey } from "./rotations.ts";

const { read, write } = appRecords;
const all = [read.variable, read.secret, write.variable, write.secret, "pat"];

interface Given extends StepOptions {
  readonly wanted?: readonly StoredCredential[];
  /** Names of the existing records. */
  readonly stored?: readonly string[];
  readonly hasSettings?: boolean;
  readonly patDate?: () => Promise<string | undefined>;
}

function open({ wanted, stored = all, hasSettings = true, ...given }: Given = {}) {
  const environments: string[] = [];
  const deps = {
    ...location,
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
    patDate: (environment: string) => {
      environments.push(environment);
      return given.patDate?.() ?? Promise.resolve(stored.includes("pat") ? at : undefined);
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
  test("opens with the named credentials after it explains the plan", async () => {
    const { result, asked, journal, environments } = await open({ wanted: both });
    expect(result).toEqual({ startedAt: at, by: "mona", credentials: both });
    expect(asked).toEqual(["rotation-plan"]);
    expect(journal.step(openStep(location).id)).toEqual(result);
    // The token stays, so its environment is not requested: the plan may not have one.
    expect(environments).toEqual([]);
  });

  test("searches for the token in the environment from the settings", async () => {
    expect((await open({ wanted: ["pat"] })).environments).toEqual(["control-plane"]);
  });

  test("opens only after the plan was read, so a stop there repeats the plan", async () => {
    const { error, journal } = await open({
      wanted: both,
      onQuestion: (id) => {
        if (id === "rotation-plan") throw new Cancelled();
      },
    });
    expect(error).toBeInstanceOf(Cancelled);
    expect([...journal.steps()]).toEqual([]);
    expect((await open({ wanted: both, journal })).asked).toEqual(["rotation-plan"]);
  });

  test.each<[string, readonly StoredCredential[]]>([
    ["both", both],
    ["read-app", ["read-app"]],
    ["write-app", ["write-app"]],
    ["pat", ["pat"]],
  ])("opens with the chosen credentials: %s", async (choice, credentials) => {
    const { result, asked } = await open({ answers: { "rotate-what": choice } });
    expect(result?.credentials).toEqual(credentials);
    expect(asked).toEqual(["rotate-what", "rotation-plan"]);
  });

  test.each([
    ["pat", all.filter((name) => name !== "pat")],
    ["read-app", all.filter((name) => name !== read.secret)],
    ["write-app", all.filter((name) => name !== write.variable)],
    ["both", all.filter((name) => name !== write.secret)],
  ])("does not open if an incomplete credential is chosen: %s", async (choice, stored) => {
    const { error, journal } = await open({ stored, answers: { "rotate-what": choice } });
    expect(error?.message).toContain('answers["rotate-what"]');
    expect([...journal.steps()]).toEqual([]);
  });

  test.each<[StoredCredential, string, Given]>([
    ["pat", "PAT", { stored: all.filter((name) => name !== "pat") }],
    ["pat", "PAT", { hasSettings: false }],
    ["read-app", "Read App", { stored: all.filter((name) => name !== read.variable) }],
    ["write-app", "Write App", { stored: all.filter((name) => name !== write.secret) }],
  ])("does not open if an incomplete credential is named: %s", async (wanted, name, given) => {
    const { error, hints, asked } = await open({ ...given, wanted: [wanted] });
    expect(error?.message).toBe(`Nothing is stored in acme/control for: ${name}.`);
    expect(hints).toEqual([
      { text: "Set up the control plane first", command: "gatehouse setup --repo acme/control" },
    ]);
    expect(asked).toEqual([]);
  });
});

describe("a token that this account cannot read", () => {
  const refusal = { status: 403, request: "GET /secrets/X", message: "Upgrade to Pro." };
  const unseen = new PatUnseen("control-plane", new RefusedByForge(refusal));
  const hidden = { patDate: () => Promise.reject(unseen) };

  test("allows the rotation of the App keys, and explains why the token is skipped", async () => {
    const answers = { "rotate-what": "both" };
    const { result, questions } = await open({ ...hidden, answers });
    expect(result?.credentials).toEqual(["read-app", "write-app"]);
    const { options } = questions["rotate-what"] as ChooseQuestion;
    expect(options.at(-1)).toMatchObject({
      value: "pat",
      disabled: "cannot check whether it is stored",
    });
    expect((await open({ ...hidden, wanted: both })).error).toBeUndefined();
  });

  test("is not rotated on request either, and the reason is reported", async () => {
    expect((await open({ ...hidden, wanted: ["pat"] })).error).toBe(unseen);
  });

  test("is distinguished from a forge error", async () => {
    const patDate = () => Promise.reject(new RefusedByForge({ ...refusal, status: 500 }));
    expect((await open({ patDate })).error?.message).toContain("500");
  });
});

describe("the announced plan", () => {
  const ask = async (wanted: readonly StoredCredential[]) =>
    (await open({ wanted })).questions["rotation-plan"];
  const plan = async (wanted: readonly StoredCredential[]) => (await ask(wanted))?.body ?? [];

  test("names each credential, its location, and what will be revoked", async () => {
    expect((await ask(["read-app", "pat"]))?.facts).toEqual([
      {
        name: "Read App key",
        text: "stored in CP_FORGE_READ_APP_PRIVATE_KEY; the old key is revoked",
      },
      { name: "PAT", text: "stored in CP_FORGE_TOKEN; the old token is revoked" },
    ]);
  });

  test("has the order of the specification", async () => {
    const body = (await plan(both)).join(" ");
    expect(body).toMatch(
      /1 {2}You add a key[^]*2 {2}Runs test it[^]*3 {2}You delete[^]*4 {2}A final run/,
    );
    expect(body).toContain(
      "Step 3 starts only after step 2. Until then, the old credential works.",
    );
    expect(body).not.toContain("The token is rotated");
  });

  test("mentions a single App if only one App is rotated", async () => {
    expect((await plan(["write-app"]))[0]).toContain("You add a key on the App's page.");
  });

  test("does not mention App keys if only a token is rotated", async () => {
    const body = (await plan(["pat"])).join(" ");
    expect(body).not.toContain("You add a key");
    expect(body).not.toContain("The token is rotated");
  });

  test("puts the token after the keys if both are rotated", async () => {
    const body = await plan([...both, "pat"]);
    expect(body.join(" ")).toContain("1  You add a key on each App's page");
    expect(body[4]).toBe("The token is rotated after the keys, in the same order.");
  });
});

describe("the list of steps", () => {
  const keys = ["Read App key", "Write App key"];
  const old = ["Old Read App key", "Old Write App key"];
  const installations = ["Read access", "Write access"];
  const pat = ["PAT", "PAT validation", "Old PAT"];

  test.each<[readonly StoredCredential[], readonly string[]]>([
    [both, [...keys, "Validation", ...old, ...installations]],
    [["pat"], pat],
    [["read-app"], ["Read App key", "Validation", "Old Read App key", ...installations]],
    [
      [...both, "pat"],
      [...keys, "Validation", ...old, ...installations, ...pat],
    ],
    [[], []],
  ])("for %o is in the order of execution", (credentials, rows) => {
    expect(rotationOutline(credentials)).toEqual(rows);
  });
});

test("the credentials can be chosen again if the rotation has stored nothing yet", async () => {
  const first = await open({ answers: { "rotate-what": "both" } });
  const { result } = await open({ journal: first.journal, wanted: ["pat"] });
  expect(result).toEqual({ startedAt: at, by: "mona", credentials: ["pat"] });
});

describe("a rotation in progress", () => {
  const begun = async (credentials: readonly StoredCredential[] = both) => {
    const journal = startJournal();
    const { id } = openStep(location);
    await journal.finishStep(id, { startedAt: at, by: "hubot", credentials });
    const { replacement } = storedKey("read");
    await journal.finishStep(replacementStep(location, "read-app").id, replacement);
    const of = { credential: "read-app", fingerprint: replacement.fingerprint } as const;
    await journal.finishStep(stageStep(location, "stored", of).id, { at, fingerprint: newKey });
    return journal;
  };

  test.each([undefined, both, both.toReversed()])(
    "continues unchanged if %o is requested",
    async (wanted) => {
      const journal = await begun();
      const { result, asked } = await open({ journal, ...(wanted && { wanted }) });
      expect(result).toEqual({ startedAt: at, by: "hubot", credentials: both });
      // The settled choice is a step of the journal. This journal has no answers.
      expect(asked).toEqual(["rotation-plan"]);
    },
  );

  test("stays the same, regardless of the order in which its credentials are named", async () => {
    const { error } = await open({ journal: await begun(both.toReversed()), wanted: both });
    expect(error).toBeUndefined();
  });

  test("is not replaced by a rotation of other credentials", async () => {
    const { error, hints, text } = await open({ journal: await begun(), wanted: ["read-app"] });
    expect(hints).toEqual([
      { text: "Continue that rotation", command: "gatehouse rotate --repo acme/control" },
      {
        text: "Or abandon the rotation and start over",
        command: "gatehouse rotate --repo acme/control --start-over",
      },
    ]);
    expect(error?.message).toBe(
      `A rotation of Read App, Write App has been in progress since ${at}.`,
    );
    expect(text).not.toContain("Rotation plan");
  });
});
