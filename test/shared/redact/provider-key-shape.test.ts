import { expect, test } from "vitest";
import { redact } from "../../../src/shared/redact.ts";

const key = "sk-proj-aB3dE6gH9jK2mN5pQ8sT1vW4xY7z";

test.each([
  key,
  "sk-ant-api03-aB3dE6gH9jK2mN5pQ8sT1vW4xY7z_Q-AA",
  "sk-0123456789abcdef0123456789abcdef",
])("a key of a provider is hidden: %s", (text) => {
  for (const put of [text, `key=${text}, and more`, `https://x/?key=${text}&b=2`, `(${text})`]) {
    expect(redact(put)).not.toContain(text.slice(8, 20));
    expect(redact(put)).toContain("[secret]");
  }
});

test("a key of a provider is hidden when a line ends in it, and the words after it stay", () => {
  const shown = redact(`key: ${key.slice(0, 24)}\n  ${key.slice(24)}\nplain words`);
  expect(shown).not.toContain(key.slice(24));
  expect(shown).toContain("plain words");
});

test.each([
  "task-list-of-everything-2024",
  "scikit: sk-learn and sk-image-processing-toolbox",
  "risk-2024-01-01-and-more-of-it",
  "sk-short1",
])("%j stays", (text) => {
  expect(redact(text)).toBe(text);
});
