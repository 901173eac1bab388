import { describe, expect, test } from "vitest";
import { applyEngine } from "../../src/firewall/apply-engine.ts";
import { engineNames, engineRecipes } from "../../src/firewall/config/engine-recipes.ts";
import { readConfig } from "../../src/firewall/config/read-config.ts";
import { readSettings } from "../../src/firewall/config/read-settings.ts";
import { compilePolicy } from "../../src/firewall/rules/compile-policy.ts";

function apply(text: string, env: NodeJS.ProcessEnv = {}) {
  return applyEngine(readSettings(readConfig(text, "rules.yml").written).settings, env);
}

describe("an engine", () => {
  test("adds its hosts to the rules, and removes none", () => {
    const { allowDomains, enableApiProxy } = apply("engine: claude\nallow-domains: [a.test]\n");
    expect(allowDomains.map(({ id, text }) => `${id} ${text}`)).toEqual([
      "rules.yml:2:17 a.test",
      "--engine claude api.anthropic.com:443",
      "--engine claude platform.claude.com:443",
    ]);
    expect(enableApiProxy).toBe(false);
  });

  test.each([
    ["claude", { ANTHROPIC_API_KEY: "k" }],
    ["claude", { CLAUDE_CODE_OAUTH_TOKEN: "k" }],
    ["codex", { OPENAI_API_KEY: "k" }],
    ["gemini", { GEMINI_API_KEY: "k" }],
    ["opencode", { OPENAI_API_KEY: "k" }],
    ["copilot", { COPILOT_PROVIDER_BEARER_TOKEN: "k" }],
  ])(
    "%s with a key in the environment uses the sidecar, and its hosts stay denied",
    (name, env) => {
      const { allowDomains, enableApiProxy } = apply(`engine: ${name}`, env);
      expect([allowDomains, enableApiProxy]).toEqual([[], true]);
    },
  );

  test.each([
    ["claude", { OPENAI_API_KEY: "k" }],
    ["claude", { ANTHROPIC_API_KEY: "" }],
    ["copilot", { COPILOT_GITHUB_TOKEN: "k" }],
  ])("%s without a key of its own does not use the sidecar", (name, env) => {
    expect(apply(`engine: ${name}`, env).enableApiProxy).toBe(false);
  });

  test.each(engineNames)("%s has hosts that are valid rules on port 443", async (name) => {
    const { problems = [], policy } = await compilePolicy(apply(`engine: ${name}`));
    expect(problems).toEqual([]);
    expect(policy?.ports).toEqual([]);
    expect(engineRecipes[name].hosts.length).toBeGreaterThan(0);
  });

  test("without the option changes nothing", () => {
    const { settings } = readSettings([]);
    expect(applyEngine(settings, { ANTHROPIC_API_KEY: "k" })).toBe(settings);
  });
});

test("an unknown engine is a problem of the rules file, with the nearest name", () => {
  const { written } = readConfig("engine: claud", "rules.yml");
  expect(readSettings(written).problems).toMatchObject([
    { id: "rules.yml:1:9", text: "claud", suggestion: "claude" },
  ]);
});
