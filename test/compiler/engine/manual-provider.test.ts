import { expect, test } from "vitest";
import { readFrontMatter } from "../definition/read-front-matter.ts";

const blocked = "the firewall blocks the provider's host, models.example.com";

/** Reads a definition with a provider in the engine's environment. */
function warningsOf(allowed: string): readonly string[] {
  const env = "{AGENT_PROVIDER_BASE_URL: 'https://models.example.com/v1'}";
  const { warnings } = readFrontMatter(
    `name: probe\nengine: {env: ${env}}\nnetwork: {allowed: [${allowed}]}`,
  );
  return warnings.map(({ message }) => message);
}

test.each(["models.example.com", "example.com", "'*.example.com'"])(
  "a manual provider whose host %s allows is not reported as blocked",
  (allowed) => {
    const warnings = warningsOf(allowed);
    expect(warnings).not.toContain(blocked);
    expect(warnings.join()).toContain("configures a provider manually");
  },
);

test("a manual provider whose host is not allowed is reported as blocked", () => {
  expect(warningsOf("other.example.com")).toContain(blocked);
});

test("a secret variable in the engine's environment is refused with the places for secrets", () => {
  const { errors, warnings } = readFrontMatter(
    "name: probe\nengine: {env: {MY_API_TOKEN: $(MY_API_TOKEN)}}",
  );
  expect(errors).toHaveLength(1);
  expect(errors[0]?.hint).toContain('A provider credential belongs in "provider"');
  expect(warnings).toEqual([]);
});
