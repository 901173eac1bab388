import { expect, test } from "vitest";
import { requireCredentials } from "../../src/firewall/require-credentials.ts";
import type { AppSource, WrittenCredential } from "../../src/firewall/rules/credential-rule.ts";

const ruleFor = (role: AppSource["role"]): WrittenCredential => ({
  id: "rules.yml:3:5",
  text: "https://github.com/acme/web.git/**",
  source: { kind: "app", role, repositories: ["acme/web"], host: "github.com" },
});

const actions = { GITHUB_ACTIONS: "true" };
const pipelines = { TF_BUILD: "True" };

test.each([
  ["read", {}, true],
  ["read", actions, true],
  ["read", pipelines, true],
  ["write", {}, true],
  ["write", actions, false],
  ["write", pipelines, false],
] as const)("the %s App in the environment %j", (role, env, isValid) => {
  const rules = [ruleFor("read"), ruleFor(role)];
  const failure = captureError(() => requireCredentials(rules, { unapproved: [], env }));
  expect(failure).toBe(
    isValid
      ? undefined
      : "rules.yml:3:5: https://github.com/acme/web.git/** uses the write App, which is for runs on your own machine.",
  );
});

function captureError(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
}
