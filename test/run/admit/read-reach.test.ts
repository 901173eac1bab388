import { describe, expect, test } from "vitest";
import { readReach } from "../../../src/run/admit/read-reach.ts";
import {
  InvalidSettings,
  parseSettings,
  renderSettings,
} from "../../../src/plane/scope/settings.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";

const text = renderSettings(someSettings);
const change = (fields: object) => JSON.stringify({ ...someSettings, ...fields });

describe("the quick reading of the settings", () => {
  test("returns the same as the complete reading", () => {
    const { targets, caps } = parseSettings(text, "x");
    expect(readReach(text)).toEqual({ targets: targets.length, cap: caps.repositories });
    expect(readReach(`\ufeff${text}`)).toEqual(readReach(text));
  });

  test.each([
    ["invalid JSON", "{"],
    ["another version", change({ version: 2 })],
    ["no targets", change({ targets: [] })],
    ["targets that are not a list", change({ targets: "acme/api" })],
    ["a target that is not a repository name", change({ targets: ["acme"] })],
    ["a duplicate target", change({ targets: ["acme/api", "acme/api"] })],
    ["no caps", change({ caps: undefined })],
    ["a cap of zero", change({ caps: { repositories: 0, dispatches: 1 } })],
    ["a cap above the maximum", change({ caps: { repositories: 10_001, dispatches: 1 } })],
    ["a cap that is a string", change({ caps: { repositories: "10", dispatches: 1 } })],
    ["no mode", change({ mode: undefined })],
    ["an unknown mode", change({ mode: "wild" })],
  ])("rejects %s, and so does the complete reading", (_what, broken) => {
    expect(readReach(broken)).toBeUndefined();
    expect(() => parseSettings(broken, "x")).toThrow(InvalidSettings);
  });
});
