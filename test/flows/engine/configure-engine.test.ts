import { describe, expect, test } from "vitest";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";
import { findWordy } from "../asked-words.ts";
import {
  compile,
  compiledFull,
  full,
  fullAnswers,
  least,
  openEngineBench,
  plain,
  withApp,
  withKey,
} from "./engine-bench.ts";

describe("the setup of an engine", () => {
  test("writes the answers into the definition and keeps every other line", async () => {
    const bench = openEngineBench({ file: plain });
    const { result } = await bench.configure({ ...withApp, "engine-model": "model-1" });
    expect(bench.file()).toMatchInlineSnapshot(`
      "---
      # Who it is.
      name: probe # for people
      engine:
        model: model-1
        forge-app-token:
          app-id: 1234567
          owner: octo-org
          repositories:
            - octo-repo
      network:
        allowed: [a.example] # ours
      ---

      Look.
      "
    `);
    expect(result).toMatchObject({ definition: "changed", pipeline: "written" });
    expect(bench.pipeline()).toBe(compile(bench.file() ?? "").text);
  });

  test("changes no byte if every answer equals the current value", async () => {
    const bench = openEngineBench({ file: full, pipeline: compiledFull });
    const { result, asked, error } = await bench.configure(fullAnswers);
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ definition: "as it was", pipeline: "as it was" });
    expect(bench.saved).toEqual([]);
    expect(bench.file()).toBe(full);
    expect(asked).not.toContain("engine-save");
  });

  test("proposes the value in the definition for each question", async () => {
    const { questions } = await openEngineBench({ file: full }).configure(fullAnswers);
    const initial = (id: string) => Reflect.get(questions[id] ?? {}, "initial") as unknown;
    const isAsked = (id: string) => id in questions && !/terms|when|save|pipeline/.test(id);
    const asked = Object.entries(fullAnswers).filter(([id]) => isAsked(id));
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.map(([id]) => [id, initial(id)])).toEqual(asked);
  });

  test("creates a new definition from the answers", async () => {
    const bench = openEngineBench();
    const { result } = await bench.configure({ ...least, "engine-minutes": "20" });
    expect(result).toMatchObject({ definition: "written", pipeline: "written" });
    expect(bench.file()).toContain("timeout-minutes: 20\n");
    expect(bench.file()).toContain("  # model: MODEL-ID\n");
    expect(bench.saved).toEqual(["definition", "pipeline"]);
  });

  test("switches between an App and a custom provider without leaving traces of the previous choice", async () => {
    const bench = openEngineBench({ file: plain });
    await bench.configure(withApp);
    const minted = bench.file();
    await bench.configure(withKey);
    expect(bench.file()).not.toContain("forge-app-token");
    expect(bench.file()).toContain("    api-key: $(MODEL_KEY)\n");
    await bench.configure({
      ...withKey,
      "provider-credential": "token",
      "provider-connection": "models",
      "provider-resource": "",
    });
    expect(bench.file()).toContain("      service-connection: models\n");
    expect(bench.file()).not.toContain("api-key");
    await bench.configure(withApp);
    expect(bench.file()).toBe(minted);
  });

  test("reports an invalid answer with the compiler's message", async () => {
    const wrong = async (answers: Readonly<Record<string, unknown>>) =>
      (
        await openEngineBench({ file: plain }).configure({
          ...withApp,
          ...withKey,
          "provider-forge": "app",
          ...answers,
        })
      ).error?.message;
    expect(await wrong({ "engine-model": "-x" })).toContain(
      `"-x" starts with a dash: the engine would treat it as an option`,
    );
    expect(await wrong({ "engine-minutes": "0" })).toContain("0 removes the limit:");
    expect(await wrong({ "engine-minutes": "ten" })).toContain(
      "A whole number from 1 to 4294967295.",
    );
    expect(await wrong({ "app-id": "0123" })).toContain("is not a valid App ID.");
    expect(await wrong({ "app-owner": "a/b" })).toContain("Use only the name, without the owner.");
    expect(await wrong({ "app-repositories": ["a/b"] })).toContain("contains an owner");
    expect(await wrong({ "app-key-variable": "FORGE_TOKEN" })).toContain(
      "cannot be used for the key",
    );
    expect(await wrong({ "provider-url": "http://m.example" })).toContain("is not encrypted");
    expect(await wrong({ "provider-key-variable": "FORGE_APP_TOKEN" })).toContain(
      "contains a token of the run",
    );
    expect(await wrong({ "network-allowed": ["https://a.example/b"] })).toContain("a.example");
    expect(await wrong({ "network-allowed": ["*.co.uk"] })).toContain("is too broad");
    expect(await wrong({ "network-urls": ["https://*.com/**"] })).toContain("is too broad");
    expect(await wrong({ "network-urls": ["ftp://a.example/"] })).toBeDefined();
  });

  test("explains each mode before it asks for that mode's values", async () => {
    const token = await openEngineBench({ file: plain }).configure(least);
    expect(token.asked).toContain("token-terms");
    expect(token.text).toContain("Secret variable FORGE_TOKEN");
    const app = await openEngineBench({ file: plain }).configure(withApp);
    expect(app.asked.indexOf("app-terms")).toBeLessThan(app.asked.indexOf("app-id"));
    expect(app.text).toContain(
      "Revoked: Immediately after the engine stops, even after a failure.",
    );
    const key = await openEngineBench({ file: plain }).configure(withKey);
    expect(key.text).toContain(
      "Access: The engine does not receive FORGE_TOKEN unless you also choose an App.",
    );
    const none = {
      ...withKey,
      "provider-credential": "none",
      "provider-forge": "token",
      "token-terms": true,
    };
    const { text } = await openEngineBench({ file: plain }).configure(none);
    expect(text).toContain("could send it to the provider");
  });

  test("reports a token that is not revoked", async () => {
    const file = plain.replace(
      "network:",
      "engine:\n  forge-app-token: { app-id: 1, owner: a, skip-token-revocation: true }\nnetwork:",
    );
    const { text } = await openEngineBench({ file }).configure(withApp);
    expect(text).toContain(
      "Revoked: Never, because the definition sets skip-token-revocation. It expires after one hour.",
    );
    expect(text).not.toContain("Revoked: Directly after");
  });

  test("shows the lines and steps before writing, and writes nothing if the operator declines", async () => {
    const bench = openEngineBench({ file: plain, pipeline: compile(plain).text ?? "" });
    const answers = {
      ...withApp,
      "engine-save": { each: ["show", "stop"] },
      "engine-changes": true,
    };
    const { text, error } = await bench.configure(answers);
    expect(error).toBeInstanceOf(Cancelled);
    expect(bench.saved).toEqual([]);
    for (const line of [
      "+   forge-app-token:",
      "Agent: Mint the engine's token (App 1234567 of octo-org)",
      "+       FORGE_TOKEN: $(FORGE_APP_TOKEN)",
      "-       FORGE_TOKEN: $(FORGE_TOKEN)",
      "Detection: Revoke the engine's token",
      "more lines, ",
    ])
      expect(text).toContain(line);
    expect(text).not.toContain("mint();");
  });

  test("shows only the changed options of a long command", async () => {
    const bench = openEngineBench({ file: plain, pipeline: compile(plain).text ?? "" });
    const answers = { "engine-save": { each: ["show", "write"] }, "engine-changes": true };
    const { text } = await bench.configure({ ...least, ...answers, "engine-model": "model-1" });
    const steps = text.slice(text.indexOf("Steps of agents/probe.yml"));
    const changed = steps.split("\n").filter((line) => /^ *[-+] /.test(line));
    expect(changed.map((line) => line.trim())).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/^\+ +--model model-1$/) as string),
    );
  });

  test("reports answers that conflict with the rest of the definition, and writes no file", async () => {
    const steps = "steps:\n  - bash: echo $(FORGE_APP_TOKEN)\n    env: { A: $(KEY) }\n";
    const file = plain.replace("network:", `${steps}network:`).replace("FORGE_APP_TOKEN", "MY_KEY");
    const bench = openEngineBench({ file });
    const { error, hints } = await bench.configure({ ...withApp, "app-key-variable": "MY_KEY" });
    expect(error?.message).toContain(`uses "MY_KEY", which is reserved for the compiler.`);
    expect(hints).not.toEqual([]);
    expect(bench.saved).toEqual([]);
    const answers = {
      "failure:engine-wrong": "change",
      "app-key-variable": { each: ["MY_KEY", "OTHER"] },
    };
    const { result } = await bench.configure({ ...withApp, ...answers });
    expect(result?.choice.engine.appToken?.privateKey).toBe("OTHER");
  });

  test("leaves an invalid definition unchanged and names the command that reports the error", async () => {
    const bench = openEngineBench({ file: plain.replace("network", "net work") });
    const { error, hints, asked } = await bench.configure(least);
    expect(error?.message).toContain(
      'agents/probe.md:4:1 ["net work"]: "net work" is not a key of the definition.',
    );
    expect(hints[0]?.command).toBe("gatehouse compile agents/probe.md");
    expect(asked).toEqual([]);
  });

  test("writes a missing pipeline only with consent", async () => {
    const bench = openEngineBench({ file: plain });
    const { result } = await bench.configure({ ...withApp, pipeline: "later" });
    expect(result).toMatchObject({ definition: "changed", pipeline: "later" });
    expect(bench.saved).toEqual(["definition"]);
  });

  test("shows a pipeline that was edited by hand, and rewrites it", async () => {
    const pipeline = `${compile(plain).text}# by hand\n`;
    const bench = openEngineBench({ file: plain, pipeline });
    const answers = {
      ...least,
      "engine-save": { each: ["show", "write"] },
      "engine-changes": true,
    };
    const { text, result } = await bench.configure(answers);
    expect(text).toContain("- # by hand");
    expect(result).toMatchObject({ definition: "as it was", pipeline: "changed" });
  });

  test("leaves a definition unchanged if another user changed it during the run", async () => {
    let reads = 0;
    const readDefinition = () => {
      reads += 1;
      return Promise.resolve(reads === 1 ? plain : plain.replace("Look.", "Look twice."));
    };
    const bench = openEngineBench({ change: { readDefinition } });
    const { error } = await bench.configure(withApp);
    expect(error?.message).toBe(
      "agents/probe.md was changed in the meantime. It was not overwritten.",
    );
    expect(bench.saved).toEqual([]);
  });

  test("a failed write can be retried", async () => {
    let isFull = true;
    const bench = openEngineBench({ file: plain });
    const saveDefinition = (text: string) => {
      if (!isFull) return bench.deps.saveDefinition(text);
      isFull = false;
      return Promise.reject(new Incomplete("Could not write agents/probe.md: the disk is full."));
    };
    const full = openEngineBench({ file: plain, change: { saveDefinition } });
    const { result } = await full.configure({ ...withApp, "failure:engine-write": "again" });
    expect(result?.definition).toBe("changed");
    expect(bench.saved).toEqual(["definition"]);
  });

  test("does not ask for the version of a custom program", async () => {
    const file = plain.replace("network:", "engine: { command: /tmp/own }\nnetwork:");
    const { asked } = await openEngineBench({ file }).configure(least);
    expect(asked[0]).toBe("engine-model");
  });

  test("writes the names of the GitHub naming convention if the project uses it", async () => {
    const file = plain.replace("network:", "engine: copilot\nnetwork:");
    const bench = openEngineBench({ file, brand: "github" });
    await bench.configure({ ...withApp, "app-key-variable": "GITHUB_APP_PRIVATE_KEY" });
    expect(bench.file()).toContain("github-app-token:");
    expect(bench.file()).not.toContain("private-key");
    expect(bench.file()).toContain("id: copilot");
  });

  test("every question fits in its row", async () => {
    for (const answers of [least, withApp, withKey, fullAnswers]) {
      const { questions, lists } = await openEngineBench({ file: full }).configure(answers);
      for (const question of [...Object.values(questions), ...Object.values(lists)])
        expect(findWordy(question)).toEqual([]);
    }
  });
});
