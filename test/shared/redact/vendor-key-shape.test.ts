import { describe, expect, test } from "vitest";
import { findShapes, redact } from "../../../src/shared/redact.ts";
import { joinLines } from "../../../src/shared/redact/joined-text.ts";
import { findVendorKeys } from "../../../src/shared/redact/vendor-key-shape.ts";
import { broken, survivors } from "./samples.ts";
import { vendorSamples } from "./vendor-samples.ts";

describe.each(vendorSamples)("%s", (kind, value) => {
  test("is found by its name, and redacted wherever it is written", () => {
    for (const put of [value, `x=${value}, and more`, `https://x/?k=${value}&b=2`, `(${value})`]) {
      expect(findShapes(put).map((found) => found.kind)).toContain(kind);
      expect(survivors(value, redact(put))).toEqual([]);
    }
  });

  test("is redacted after a line that ends in a word, and the following words are kept", () => {
    const shown = redact(`the key is\n${value}\nplain words`);
    expect(survivors(value, shown)).toEqual([]);
    expect(shown).toContain("the key is\n");
    expect(shown).toContain("plain words");
  });

  test("is redacted if a terminal wraps it", () => {
    const shown = redact(`key: ${broken(value, 37, "\n  ")}\nplain words`);
    expect(survivors(value, shown.replaceAll(/\s/g, ""))).toEqual([]);
    expect(shown).toContain("plain words");
  });
});

const opaque = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z";

test("a provider's key is redacted if a line ends in it", () => {
  const key = `sk-proj-${opaque}`;
  const shown = redact(`key: ${key.slice(0, 24)}\n  ${key.slice(24)}\nplain words`);
  expect(shown).not.toContain(key.slice(24));
  expect(shown).toContain("plain words");
});

test("a provider's key is redacted even if its only digit is far behind its prefix", () => {
  const key = `sk-svcacct-${"aBcDeFgH".repeat(7)}1`;
  expect(redact(`key: ${key}`)).not.toContain("aBcD");
});

test.each([
  "task-list-of-everything-2024",
  "scikit: sk-learn and sk-image-processing-toolbox",
  "risk-2024-01-01-and-more-of-it",
  "sk-short1",
  "Keys begin with sk-ant-, AKIA, npm_, glpat-, xoxb- or AIza.",
  `npm_${"x".repeat(36)}`,
  "glpat-your-own-token-goes-here",
  "AKIAIOSFODNN7EXAMPLE",
  "npm_config_registry_of_the_whole_company",
  "hf_transfer_is_enabled_for_downloads_of_models",
  "SKIPPED 12 tests, ASIA and the Pacific",
  `asparagus${`AKIA${"ABCDEFGH".repeat(2)}`}`,
])("%j is not changed", (text) => {
  expect(redact(text)).toBe(text);
});

const repeatedStarts = [
  ...vendorSamples.map(([kind, value]) => [kind, value.slice(0, 8).repeat(1500)] as const),
  ["digit and letter", "sk-1a-".repeat(2000)] as const,
];

test.each(
  repeatedStarts.flatMap(([kind, starts]) => [
    [kind, "in one line", starts] as const,
    [kind, "before a long line", `${starts}\n${"ab-".repeat(starts.length)}`] as const,
    [kind, "in many lines", broken(starts, 60, "\n")] as const,
  ]),
)("repeated beginnings of keys take linear time: %s %s", (_kind, _where, text) => {
  const joined = joinLines(text);
  let steps = 0;
  const breaksBefore = (index: number) => {
    steps += 1;
    return joined.breaksBefore(index);
  };
  findVendorKeys({ ...joined, breaksBefore });
  expect(steps).toBeLessThan(10 * text.length);
});

test("a key is found after beginnings that do not belong to a key", () => {
  const key = `sk-proj-${opaque}`;
  const shown = redact(`${"sk-1a-".repeat(100)} ${key}\nplain words`);
  expect(shown).not.toContain(opaque);
  expect(shown).toContain("plain words");
});

test("a long example key is not redacted", () => {
  const text = `nvapi-${opaque.repeat(10)}EXAMPLE`;
  expect(redact(text)).toBe(text);
});

test("a key is redacted if the 256 examined characters end like an example", () => {
  const body = `${opaque.repeat(10).slice(0, 256 - "EXAMPLE".length)}EXAMPLE${opaque}`;
  expect(redact(`nvapi-${body}`)).not.toContain(opaque);
});
