import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Known, ProfileFacts, TargetKind } from "../../../src/credentials/profile/facts.ts";
import { decideProfile } from "../../../src/credentials/profile/decide-profile.ts";
import type { ProfileDecision } from "../../../src/credentials/profile/decide-profile.ts";
import { runs } from "../../sample.ts";

const known = fc.constantFrom<Known>(true, false, "unknown");
const kinds = fc.constantFrom<TargetKind>("self", "public", "private", "internal");
const words = ["actions", "administration", "checks", "contents", "packages", "statuses", "x"];
const anyFacts: fc.Arbitrary<ProfileFacts> = fc.record({
  targets: fc.uniqueArray(kinds, { minLength: 1 }),
  mode: fc.constantFrom("review", "live"),
  destination: fc.constantFrom("control", "alternate", "target"),
  appInstallable: known,
  patEligible: known,
  patConsent: known,
  owners: fc.array(fc.constantFrom("acme", "ACME", "globex"), { maxLength: 3 }),
  requiredApis: fc.array(fc.constantFrom(...words), { maxLength: 3 }),
});

/** Finds facts for which a claim is false. */
function findCounterexample(
  content: (facts: ProfileFacts, decision: ProfileDecision) => boolean,
): ProfileFacts | undefined {
  const property = fc.property(anyFacts, (facts) => content(facts, decideProfile(facts)));
  return fc.check(property, runs(2000)).counterexample?.[0];
}

describe("for all generated facts", () => {
  it("the search finds a counterexample if one exists", () => {
    expect(findCounterexample((_, { profile }) => profile !== "stop")).toBeDefined();
  });

  it("a PAT requires all five conditions, consent, one owner, and APIs that a PAT can use", () => {
    const isSound = (facts: ProfileFacts) =>
      facts.patEligible === true &&
      facts.patConsent === true &&
      facts.appInstallable !== true &&
      new Set(facts.owners.map((owner) => owner.toLowerCase())).size < 2 &&
      !["checks", "packages", "x"].some((api) => facts.requiredApis.includes(api));
    expect(findCounterexample((facts, { pat }) => !pat || isSound(facts))).toBeUndefined();
  });

  it("a smaller scope never requires a stronger profile", () => {
    const strength = ({ profile, readApp, writeApp }: ProfileDecision) =>
      profile === "pat" ? 3 : Number(readApp) + Number(writeApp);
    const lessToDo = (facts: ProfileFacts): ProfileFacts[] => [
      { ...facts, mode: "review" },
      { ...facts, destination: "control" },
      { ...facts, requiredApis: [] },
      { ...facts, targets: facts.targets.slice(0, 1) },
    ];
    const growsOnly = (facts: ProfileFacts, decision: ProfileDecision) =>
      decision.profile === "stop" ||
      lessToDo(facts).every((less) => strength(decideProfile(less)) <= strength(decision));
    expect(findCounterexample(growsOnly)).toBeUndefined();
  });

  it("an App is chosen only for tasks that require this App", () => {
    const needsReadApp = ({ targets, destination, requiredApis }: ProfileFacts) =>
      targets.includes("private") ||
      targets.includes("internal") ||
      destination === "alternate" ||
      (targets.includes("public") &&
        ["actions", "packages"].some((api) => requiredApis.includes(api)));
    const needsWriteApp = ({ mode, destination, requiredApis }: ProfileFacts) =>
      mode === "live" || destination !== "control" || requiredApis.includes("administration");
    expect(
      findCounterexample((facts, { readApp }) => !readApp || needsReadApp(facts)),
    ).toBeUndefined();
    expect(
      findCounterexample((facts, { writeApp }) => !writeApp || needsWriteApp(facts)),
    ).toBeUndefined();
  });

  it("unknown counts as no", () => {
    const asNo = (facts: ProfileFacts) => ({
      ...facts,
      appInstallable: facts.appInstallable === true,
      patEligible: facts.patEligible === true,
      patConsent: facts.patConsent === true,
    });
    const isSame = (facts: ProfileFacts, { profile }: ProfileDecision) =>
      decideProfile(asNo(facts)).profile === profile;
    expect(findCounterexample(isSame)).toBeUndefined();
  });

  it("every answer has a reason for each profile, and a next step", () => {
    const isExplained = (_: ProfileFacts, { reasons, next }: ProfileDecision) =>
      reasons.length >= 3 &&
      next.length > 0 &&
      reasons.every((reason) => /^[A-Z][\w ]*: .+\.$/.test(reason));
    expect(findCounterexample(isExplained)).toBeUndefined();
  });
});
