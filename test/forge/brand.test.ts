import { expect, test } from "vitest";
import { brands } from "../../src/forge/brand.ts";

test("both brands define the same names", () => {
  const keys = (value: object) => Object.keys(value).toSorted();
  expect(keys(brands.github)).toEqual(keys(brands.forge));
  expect(keys(brands.github.cli)).toEqual(keys(brands.forge.cli));
});

test("the neutral brand uses the specification's names", () => {
  expect(brands.forge).toMatchObject({
    folder: ".forge",
    inferencePermission: "agent-requests",
    workflowToken: "FORGE_TOKEN",
    cli: { command: "forge", tokenVariables: ["FORGE_CLI_TOKEN"] },
  });
});

test("the brand of the real forge uses that forge's names", () => {
  expect(brands.github).toMatchObject({
    folder: ".github",
    inferencePermission: "copilot-requests",
    workflowToken: "GITHUB_TOKEN",
    cli: { command: "gh", hostVariable: "GH_HOST", tokenVariables: ["GH_TOKEN", "GITHUB_TOKEN"] },
  });
});

test("an organization's name is escaped in the path of its billing", () => {
  expect(brands.github.billingPath("a/b")).toBe("/orgs/a%2Fb/copilot/billing");
});
