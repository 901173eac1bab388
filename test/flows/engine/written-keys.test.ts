import { describe, expect, test } from "vitest";
import { compile, least, openEngineBench, plain, withApp, withKey } from "./engine-bench.ts";

describe("a key in the wrong field", () => {
  test("a key in the definition can stay, and is never printed", async () => {
    const key = "words-of-nobody-but-ourselves";
    const file = plain.replace(
      "network:",
      `engine: { provider: { base-url: "https://m.example", api-key: ${key} } }\nnetwork:`,
    );
    const bench = openEngineBench({ file, pipeline: compile(file).text ?? "" });
    const answers = {
      ...withKey,
      "provider-url": "https://m.example",
      "provider-credential": "as-it-is",
    };
    const { text, result, journal } = await bench.configure(answers);
    expect(result?.definition).toBe("as it was");
    expect(JSON.stringify([text, journal.answers(), [...journal.steps()]])).not.toContain(key);
    await bench.configure({ ...answers, "engine-model": "m-1" });
    expect(bench.file()).toContain(key);
  });

  test.each(["words-of-nobody-but-ourselves", "our own words, no key's"])(
    "redacts a key in the definition from the displayed changes: %s",
    async (key) => {
      const shown = { "engine-save": { each: ["show", "write"] }, "engine-changes": true };
      const inFlow = `engine: { provider: { base-url: "https://m.example", api-key: "${key}" } }`;
      const inBlock = `engine:\n  provider:\n    base-url: https://m.example\n    api-key: "${key}"`;
      for (const engine of [inFlow, inBlock]) {
        const file = plain.replace("network:", `${engine}\nnetwork:`);
        for (const [credential, pipeline] of [
          ["as-it-is", compile(file).text ?? ""],
          ["api-key", compile(file).text ?? ""],
          // An older pipeline of the same file, changed by hand.
          ["api-key", compile(file.replace("m.example", "n.example")).text ?? ""],
        ] as const) {
          const bench = openEngineBench({ file, pipeline });
          const answers = { ...withKey, ...shown, "provider-url": "https://n.example" };
          const { text, error } = await bench.configure({
            ...answers,
            "provider-credential": credential,
          });
          expect(error).toBeUndefined();
          expect(text).toContain("n.example");
          expect(text).not.toContain(key);
          expect(text).not.toContain(key.replaceAll("'", "''"));
          const named = text.includes("+       AGENT_PROVIDER_API_KEY: $(MODEL_KEY)");
          expect(named).toBe(credential === "api-key");
        }
      }
    },
  );

  test("refuses a definition that contains a random key, and does not repeat the key", async () => {
    const key = "aB3dE6gH9jK2mN5pQ8sT1vW4";
    const engine = `engine: { provider: { base-url: "https://m.example", api-key: ${key} } }`;
    const file = plain.replace("network:", `${engine}\nnetwork:`);
    const bench = openEngineBench({ file });
    const { text, error } = await bench.configure({ ...withKey });
    expect(error?.message).toContain("4:63 possible credential");
    expect(JSON.stringify([text, error, error?.message])).not.toContain(key);
    expect(bench.file()).toBe(file);
  });

  test.each(["sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4xY7z", "ghp_aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0bC2dE4"])(
    "does not store an answer that may be a secret: %s",
    async (secret) => {
      const provider = { ...withKey, "provider-resource": "" };
      const byToken = { ...provider, "provider-credential": "token", "provider-connection": "c" };
      for (const answers of [
        { ...least, "engine-model": secret },
        { ...least, "engine-agent": secret },
        { ...least, "engine-version": "own", "engine-version-name": secret },
        { ...least, "engine-minutes": secret },
        { ...least, "network-allowed": [`${secret}.example`] },
        { ...least, "network-urls": [`https://a.example/${secret}/**`] },
        { ...withApp, "app-id": secret },
        { ...withApp, "app-owner": secret },
        { ...withApp, "app-repositories": [secret] },
        { ...withApp, "app-api-url": `https://forge.example/${secret}` },
        { ...withApp, "app-key-variable": secret },
        { ...provider, "provider-url": `https://models.example.com/v1?key=${secret}` },
        { ...provider, "provider-key-variable": secret },
        { ...byToken, "provider-connection": secret },
        { ...byToken, "provider-resource": `https://${secret}` },
      ]) {
        const bench = openEngineBench({ file: plain });
        const { error, journal, text } = await bench.configure(answers);
        expect(error?.message).toContain("may be a secret");
        expect([error?.message, text, JSON.stringify(journal.answers())].join("")).not.toContain(
          secret,
        );
        expect(bench.saved).toEqual([]);
      }
    },
  );

  test("accepts the client ID of an App, although it resembles a secret", async () => {
    const bench = openEngineBench({ file: plain });
    await bench.configure({ ...withApp, "app-id": "Iv23liZy9aBqWxE1rT2u" });
    expect(bench.file()).toContain("app-id: Iv23liZy9aBqWxE1rT2u");
  });
});
