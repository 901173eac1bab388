import { describe, expect, test } from "vitest";
import { parseRepositoryName, requireRepositoryName } from "../../src/forge/repository-name.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

describe("a repository's full name", () => {
  test.each([
    ["acme/control", "acme", "control"],
    [" acme/control ", "acme", "control"],
    ["a-b/c.d_e-f", "a-b", "c.d_e-f"],
    ["A1/.github", "A1", ".github"],
    ["mona_acme/control", "mona_acme", "control"],
    ["hubot-/control", "hubot-", "control"],
  ])("%j is split", (text, owner, name) => {
    expect(parseRepositoryName(text)).toEqual({ owner, name, full: `${owner}/${name}` });
  });

  test.each([
    "acme",
    "acme/",
    "/control",
    "acme/control/x",
    "acme/.",
    "acme/..",
    "-acme/control",
    "_acme/control",
    "acme/con trol",
    "acme/control?x",
    `${"a".repeat(40)}/control`,
    `acme/${"a".repeat(101)}`,
    "https://forge.example/acme/control",
  ])("%j is invalid, and the error names the option that it came from", (text) => {
    expect(parseRepositoryName(text)).toBeUndefined();
    expect(() => requireRepositoryName(text, "--repo")).toThrow(InvalidInput);
  });
});
