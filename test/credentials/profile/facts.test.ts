import { expect, it, test } from "vitest";
import { parseProfileFacts } from "../../../src/credentials/profile/facts.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";

const facts = { targets: ["private"], mode: "live", destination: "target" };

it("omitted facts become unknown or empty", () => {
  expect(parseProfileFacts(facts)).toEqual({
    ...facts,
    appInstallable: "unknown",
    patEligible: "unknown",
    patConsent: "unknown",
    owners: [],
    requiredApis: [],
  });
});

it("each fact is read as its description states", () => {
  const all = {
    ...facts,
    appInstallable: true,
    patEligible: false,
    patConsent: "unknown",
    owners: ["acme"],
    requiredApis: ["checks"],
    controlOwner: "globex",
  };
  expect(parseProfileFacts(all)).toEqual(all);
});

it("a target that is listed twice counts once", () => {
  expect(parseProfileFacts({ ...facts, targets: ["self", "self"] }).targets).toEqual(["self"]);
});

test.each([
  [[], "expected a JSON object"],
  [{ ...facts, mode: "dry" }, 'mode: expected "review" or "live"'],
  [{ ...facts, targets: [] }, "targets: expected at least one of"],
  [{ ...facts, targets: ["mixed"] }, "targets: expected a list of"],
  [{ ...facts, patConsent: "yes" }, 'patConsent: expected true, false or "unknown"'],
  [{ ...facts, owners: "acme" }, "owners: expected a list of words"],
  ["facts", "expected a JSON object"],
  [null, "expected a JSON object"],
  [{ ...facts, owners: ["acme", " "] }, "owners: expected a list of words"],
  [{ ...facts, owners: [1] }, "owners: expected a list of words"],
  [{ ...facts, controlOwner: "" }, "controlOwner: expected a name"],
  [{ ...facts, controlOwner: 1 }, "controlOwner: expected a name"],
  [{ ...facts, visibility: "public" }, 'unknown fact "visibility"; valid facts are targets, '],
])("%j is refused: %s", (json, problem) => {
  expect(() => parseProfileFacts(json)).toThrow(InvalidInput);
  expect(() => parseProfileFacts(json)).toThrow(problem);
});

it("an error names the command that shows a valid example", () => {
  expect(() => parseProfileFacts([])).toThrow(
    expect.objectContaining({
      hints: [{ text: "See the format of the facts", command: "gatehouse profile --help" }],
    }),
  );
});

it("all problems are reported at once", () => {
  expect(() => parseProfileFacts({ mode: 1, owners: 2 }, "facts.json")).toThrow(
    /^facts\.json .*\n  mode: .*\n  destination: .*\n  owners: .*\n  targets: /s,
  );
});
