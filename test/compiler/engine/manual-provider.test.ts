import { expect, test } from "vitest";
import { readFrontMatter } from "../definition/read-front-matter.ts";

/** Reads a definition with a provider in the engine's environment. */
function warningsOf(allowed: string): readonly string[] {
  const env = "{AGENT_PROVIDER_BASE_URL: 'https://models.example.com/v1'}";
  const { warnings } = readFrontMatter(
    `name: probe\nengine: {env: ${env}}\nnetwork: {allowed: [${allowed}]}`,
  );
  return warnings.map(({ message }) => message);
}

test("a manual provider is reported without a claim about its host", () => {
  const [message, ...more] = warningsOf("models.example.com");
  expect(message).toContain("configures a provider manually");
  expect(message).not.toContain("firewall");
  expect(more).toEqual([]);
});

test("a secret variable in the engine's environment is refused with the places for secrets", () => {
  const { errors, warnings } = readFrontMatter(
    "name: probe\nengine: {env: {MY_API_TOKEN: $(MY_API_TOKEN)}}",
  );
  expect(errors).toHaveLength(1);
  expect(errors[0]?.hint).toContain('A provider credential belongs in "provider"');
  expect(warnings).toEqual([]);
});
