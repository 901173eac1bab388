import { expect, it, test } from "vitest";
import { parseProfileFacts } from "../../../src/credentials/profile/facts.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";

const facts = { targets: ["private"], mode: "live", destination: "target" };

it("what is left out is unknown, or none", () => {
  expect(parseProfileFacts(facts)).toEqual({
    ...facts,
    appInstallable: "unknown",
    patEligible: "unknown",
    patConsent: "unknown",
    owners: [],
    requiredApis: [],
  });
});

it("the same target twice is one target", () => {
  expect(parseProfileFacts({ ...facts, targets: ["self", "self"] }).targets).toEqual(["self"]);
});

test.each([
  [[], "expected a JSON object"],
  [{ ...facts, mode: "dry" }, 'mode: expected "review" or "live"'],
  [{ ...facts, targets: [] }, "targets: expected at least one of"],
  [{ ...facts, targets: ["mixed"] }, "targets: expected a list of"],
  [{ ...facts, patConsent: "yes" }, 'patConsent: expected true, false or "unknown"'],
  [{ ...facts, owners: "acme" }, "owners: expected a list of words"],
  [{ ...facts, visibility: "public" }, '"visibility" is not a fact'],
])("%j is refused: %s", (json, problem) => {
  expect(() => parseProfileFacts(json)).toThrow(InvalidInput);
  expect(() => parseProfileFacts(json)).toThrow(problem);
});

it("all problems are told at once", () => {
  expect(() => parseProfileFacts({ mode: 1, owners: 2 }, "facts.json")).toThrow(
    /^facts\.json .*\n  mode: .*\n  destination: .*\n  owners: .*\n  targets: /s,
  );
});
