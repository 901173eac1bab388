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
  const check = () => requireCredentials([ruleFor("read"), ruleFor(role)], { unapproved: [], env });
  if (isValid) expect(check).not.toThrow();
  else
    expect(check).toThrow("rules.yml:3:5: https://github.com/acme/web.git/** uses the write App");
});
