import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Cancelled, Incomplete, InvalidInput } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { startJournal, type StepRun } from "../shared/run-step.ts";
import { walkBack } from "../shared/walk-back.ts";
import {
  compile,
  least,
  openEngineBench,
  plain,
  withApp,
  withKey,
  type BenchOptions,
} from "./engine-bench.ts";

const token = "the-value-itself";

/** Names the sources of the values, as an answers file does. */
function openSecrets() {
  const file = join(makeFolder("secrets"), "token");
  writeFileSync(file, `${token}\n`);
  return { "forge-token": { file }, "provider-key": { file } };
}

/** A definition to write, and the token to store. */
const now = {
  "engine-model": "model-1",
  "forge-token-when": "now",
  "forge-token-consent": "store FORGE_TOKEN for probe",
};
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();

/** Returns all traces of a run, except for the data sent to the service. */
function tracesOf({ text, journal, questions, marks, result }: StepRun<unknown>): string {
  return JSON.stringify([text, journal.answers(), [...journal.steps()], questions, marks, result]);
}

describe("the secrets of an engine", () => {
  test("stores a token after a consent that names its purpose, and leaves no trace of the token", async () => {
    const bench = openEngineBench({ file: plain });
    const run = await bench.configure({ ...least, ...now }, { secrets: openSecrets() });
    expect(run.result?.secrets).toMatchObject([{ name: "FORGE_TOKEN", state: "stored" }]);
    expect(bench.stored).toEqual({ FORGE_TOKEN: token });
    expect(tracesOf(run)).not.toContain(token);
    expect(bench.file()).not.toContain(token);
    expect(bench.pipeline()).not.toContain(token);
    for (const word of [
      '{"id":"forge-token-consent","title":"To consent, type this phrase:","weight":"read first","facts":[{"name":"Consent","text":"store FORGE_TOKEN for probe"},{"name":"Value","text":"personal access token, with all access that its owner granted"},{"name":"Stored as","text":"secret variable FORGE_TOKEN in pipeline probe"},{"name":"For","text":"the forge"},{"name":"Usable by","text":"anyone who can change that pipeline"},{"name":"Valid until","text":"it expires or is revoked"}]}',
      "pipeline probe",
      '{"id":"forge-token-consent","title":"To consent, type this phrase:","weight":"read first","facts":[{"name":"Consent","text":"store FORGE_TOKEN for probe"},{"name":"Value","text":"personal access token, with all access that its owner granted"},{"name":"Stored as","text":"secret variable FORGE_TOKEN in pipeline probe"},{"name":"For","text":"the forge"},{"name":"Usable by","text":"anyone who can change that pipeline"},{"name":"Valid until","text":"it expires or is revoked"}]}',
    ])
      expect(JSON.stringify(run.questions["forge-token-consent"])).toContain(word);
  });

  test.each(["", "yes", "store FORGE_TOKEN for other"])("%j is not consent", async (typed) => {
    const bench = openEngineBench({ file: plain });
    const answers = { ...least, ...now, "forge-token-consent": typed };
    const { error } = await bench.configure(answers, { secrets: openSecrets() });
    expect(error?.message).toContain("store FORGE_TOKEN for probe");
    expect(bench.stored).toEqual({});
  });

  test("reads an App's key from its file and validates it", async () => {
    const key = {
      "app-key-when": "now",
      "app-key-consent": "store FORGE_APP_PRIVATE_KEY for probe",
    };
    const answers = { ...withApp, ...key, "app-key-from": "file", "app-key-file": "key.pem" };
    const change = { readKeyFile: () => Promise.resolve(new Secret(pem)) };
    const bench = openEngineBench({ file: plain, change });
    const run = await bench.configure(answers);
    expect(bench.stored).toEqual({ FORGE_APP_PRIVATE_KEY: pem });
    expect(tracesOf(run)).not.toContain(pem.split("\n")[3]);
    const wrong = openEngineBench({ file: plain });
    const { error } = await wrong.configure(answers);
    expect(error?.message).toContain("This is not a PEM key:");
    expect(wrong.stored).toEqual({});
  });

  test("a provider's key is stored under the name that the definition reads", async () => {
    const bench = openEngineBench({ file: plain });
    const key = { "provider-key-when": "now", "provider-key-consent": "store MY_KEY for probe" };
    await bench.configure(
      { ...withKey, ...key, "provider-key-variable": "MY_KEY" },
      { secrets: openSecrets() },
    );
    expect(bench.stored).toEqual({ MY_KEY: token });
    expect(bench.file()).toContain("api-key: $(MY_KEY)");
  });

  test("stores nothing if each run fetches its own token", async () => {
    const answers = {
      ...withKey,
      "provider-credential": "token",
      "provider-connection": "models",
      "provider-resource": "",
    };
    const { result, asked } = await openEngineBench({ file: plain }).configure(answers);
    expect(result?.secrets).toEqual([]);
    expect(asked.at(-1)).toBe("engine-save");
  });

  test("does not ask for a stored value again if its purpose is unchanged", async () => {
    const stored = { forge_token: "old" };
    const same = openEngineBench({ file: plain, stored, pipeline: compile(plain).text ?? "" });
    const { asked, result } = await same.configure({ ...least, "engine-model": "m-1" });
    expect(asked).not.toContain("forge-token-when");
    expect(result?.secrets).toMatchObject([{ state: "there" }]);
  });

  test("asks about a stored value if its name now has a different meaning", async () => {
    const stored = { FORGE_APP_PRIVATE_KEY: "old" };
    const bench = openEngineBench({ file: plain, stored });
    const { questions, result } = await bench.configure(withApp);
    expect(questions["app-key-when"]?.title).toBe("Replace the stored value?");
    expect(result?.secrets).toMatchObject([{ state: "there" }]);
    expect(bench.stored).toEqual(stored);
  });

  test("asks about a stored value if its name will have a different purpose", async () => {
    const bench = openEngineBench({ file: plain, stored: { MODEL_KEY: "old" } });
    await bench.configure(withKey);
    const answers = { ...withApp, "app-key-variable": "MODEL_KEY" };
    const { asked } = await bench.configure(answers);
    expect(asked).toContain("app-key-when");
  });

  test.each([
    ["App", withApp, { "app-id": "999" }],
    ["owner", withApp, { "app-owner": "other-org" }],
    ["server", withApp, { "app-api-url": "https://forge.example.com/api/v3" }],
    ["provider", withKey, { "provider-url": "https://other.example/v1" }],
  ])("asks about a value that was stored for another %s", async (_what, answers, other) => {
    const variable = answers === withApp ? "FORGE_APP_PRIVATE_KEY" : "MODEL_KEY";
    const bench = openEngineBench({ file: plain, stored: { [variable]: "old" } });
    const first = await bench.configure(answers);
    const id = answers === withApp ? "app-key-when" : "provider-key-when";
    const same = await bench.configure({ ...answers, "engine-model": "m-1" });
    expect(same.asked).not.toContain(id);
    const { questions } = await bench.configure({ ...answers, ...other });
    const purpose = Object.values(other)[0] ?? "";
    expect(first.result?.secrets).toMatchObject([{ state: "there" }]);
    expect(JSON.stringify(questions[id]?.facts)).toContain(purpose);
  });

  test("reports a missing value as left for later, and a kept value as stored", async () => {
    const there = openEngineBench({ file: plain, stored: { FORGE_APP_PRIVATE_KEY: "old" } });
    const kept = await there.configure(withApp);
    expect(kept.marks.at(-1)).toMatchObject({ state: "done", summary: "already stored" });
    const both = { ...withApp, ...withKey, "provider-forge": "app" };
    const half = openEngineBench({ file: plain, stored: { FORGE_APP_PRIVATE_KEY: "old" } });
    const answers = {
      ...both,
      "provider-key-when": "now",
      "provider-key-consent": "store MODEL_KEY for probe",
    };
    const { marks } = await half.configure(answers, { secrets: openSecrets() });
    expect(marks.at(-1)).toMatchObject({ state: "done", summary: "1 stored, 1 already stored" });
  });

  test("reports a replacement if one of two pipelines has a value", async () => {
    const locations = [
      { kind: "pipeline", id: "7", name: "probe", names: ["FORGE_TOKEN"] },
      { kind: "pipeline", id: "8", name: "probe-2", names: [] },
    ] as const;
    const find = () => Promise.resolve({ locations });
    const bench = openEngineBench({ file: plain, secrets: { find } });
    const { questions, result } = await bench.configure(
      { ...least, ...now },
      { secrets: openSecrets() },
    );
    const when = JSON.stringify(questions["forge-token-when"]);
    expect(when).toContain("set in pipeline probe, missing in pipeline probe-2");
    expect(when).toContain("replaces the value in pipeline probe");
    const consent = JSON.stringify(questions["forge-token-consent"]);
    expect(consent).toContain("the value in pipeline probe, which cannot be read");
    expect(result?.secrets).toMatchObject([{ state: "stored" }]);
  });

  test("writes the files and explains the next step if the service cannot be read", async () => {
    const reason = new Incomplete("The Azure CLI (az) not installed.");
    const find = () => Promise.reject(reason);
    const bench = openEngineBench({ file: plain, secrets: { find } });
    const { result, asked, marks } = await bench.configure(withApp);
    expect(bench.saved).toEqual(["definition", "pipeline"]);
    expect(result?.secrets).toMatchObject([{ state: "later", reason }]);
    expect(asked).not.toContain("app-key-when");
    expect(marks.at(-1)).toMatchObject({
      state: "attention",
      summary: "1 variable left for later",
    });
  });

  test("a value that the service rejects can be retried or skipped", async () => {
    const refusing = (times: number): BenchOptions["secrets"] => {
      let left = times;
      return {
        store: () => {
          left -= 1;
          return left < 0 ? Promise.resolve() : Promise.reject(new Incomplete("az failed: no."));
        },
      };
    };
    const answers = { ...least, ...now };
    const again = openEngineBench({ file: plain, secrets: refusing(1) ?? {} });
    const tried = await again.configure(
      { ...answers, "failure:secret-store": "again" },
      { secrets: openSecrets() },
    );
    expect(tried.result?.secrets).toMatchObject([{ state: "stored" }]);
    const later = openEngineBench({ file: plain, secrets: refusing(9) ?? {} });
    const left = await later.configure(
      { ...answers, "failure:secret-store": "later" },
      { secrets: openSecrets() },
    );
    expect(left.result?.secrets).toMatchObject([{ state: "later" }]);
    const stopped = await openEngineBench({ file: plain, secrets: refusing(9) ?? {} }).configure(
      answers,
      { secrets: openSecrets() },
    );
    expect(stopped.error).toBeInstanceOf(Incomplete);
  });

  test("Back returns past the consent and the value, and the value is requested again", async () => {
    const walk = walkBack();
    const bench = openEngineBench({ file: plain });
    const { error } = await bench.configure(
      { ...least, ...now },
      { secrets: openSecrets(), onQuestion: walk.onQuestion },
    );
    expect(error).toBeUndefined();
    walk.expectStraight();
    for (const id of ["forge-token-consent", "forge-token"]) expect(walk.left).toContain(id);
    expect(bench.stored).toEqual({ FORGE_TOKEN: token });
    expect(bench.saved).toEqual(["definition", "pipeline"]);
  });

  test("after a stop before the value, the next run asks for that value only", async () => {
    const bench = openEngineBench({ file: plain });
    const journal = startJournal();
    const onQuestion = (id: string) => {
      if (id === "forge-token") throw new Cancelled();
    };
    const answers = { ...least, ...now };
    await bench.configure(answers, { secrets: openSecrets(), journal, onQuestion });
    expect(bench.stored).toEqual({});
    const { asked } = await bench.configure(answers, { secrets: openSecrets(), journal });
    expect(asked).toEqual(["forge-token-when", "forge-token-consent", "forge-token"]);
    expect(bench.stored).toEqual({ FORGE_TOKEN: token });
  });

  test("a key that is entered instead of its variable's name is refused and is not in the journal", async () => {
    const run = await openEngineBench({ file: plain }).configure({
      ...withApp,
      "app-key-variable": pem,
    });
    expect(run.error).toBeInstanceOf(InvalidInput);
    expect(tracesOf(run)).not.toContain(pem.split("\n")[3]);
    expect(run.error?.message).not.toContain(pem.split("\n")[3]);
  });
});

describe("a definition that proposes outputs", () => {
  const outputs = plain.replace("network:", "safe-outputs: { issue: { max: 1 } }\nnetwork:");
  const configure = async (file: string, stored: Record<string, string> = {}) => {
    const { result } = await openEngineBench({ file, stored }).configure(least);
    return result?.lacksOutputCredential;
  };

  test("needs the write App or a PAT, until one of them is stored", async () => {
    expect(await configure(outputs)).toBe(true);
    expect(await configure(outputs, { CP_FORGE_WRITE_APP_ID: "Iv1" })).toBe(true);
    expect(await configure(outputs, { CP_FORGE_WRITE_APP_PRIVATE_KEY: "key" })).toBe(false);
    expect(await configure(outputs, { cp_forge_token: "token" })).toBe(false);
  });

  test("needs them if the stored variables cannot be read", async () => {
    const secrets = { find: () => Promise.reject(new Incomplete("az is not installed.")) };
    const { result } = await openEngineBench({ file: outputs, secrets }).configure(least);
    expect(result).toMatchObject({ lacksOutputCredential: true });
  });

  test("needs none without outputs", async () => {
    expect(await configure(plain)).toBe(false);
  });
});
