import { describe, expect, test } from "vitest";
import { askPatFacts } from "../../../flows/pat/ask-pat-facts.ts";
import { evaluateAccess, patPermissions } from "../../../flows/pat/pat-scope.ts";
import type { Ask, ChooseQuestion } from "../../../src/prompts/prompter.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import type { RepositoryFacts } from "../../../src/forge/resources/repository-facts.ts";

const settings = {
  targets: ["acme/web", "acme/api"],
  mode: "review",
  destination: "control",
  packages: [],
} as unknown as Settings;
const alternate = {
  ...settings,
  destination: "alternate",
  alternateRepository: "acme/reviews",
} as Settings;

describe("a token receives", () => {
  test("the permissions that every run, its issues and the packages need", () => {
    const always = { actions: "read", contents: "read", issues: "write" };
    expect(patPermissions(settings)).toEqual(always);
    const packages = [{ name: "a", apis: ["issues"], permissions: { contents: "write" } }];
    expect(patPermissions({ ...settings, packages } as unknown as Settings)).toEqual({
      ...always,
      contents: "write",
    });
  });
});

describe("the access that a token needs", () => {
  const facts = (canWrite: boolean) =>
    new Map(
      ["acme/control", "acme/web", "acme/reviews"].map((name) => [
        name,
        { canWrite } as RepositoryFacts,
      ]),
    );
  const evaluate = (name: string, change: Partial<Settings>, canWrite: boolean) =>
    evaluateAccess(name, { settings: { ...settings, ...change }, facts: facts(canWrite) });

  test.each<[string, string, Partial<Settings>]>([
    ["every repository in live mode", "acme/web", { mode: "live" }],
    ["the alternate repository", "acme/reviews", alternate],
    ["a target that receives the outputs", "acme/web", { destination: "target" }],
  ])("is write access to %s", (_, name, change) => {
    expect(evaluate(name, change, true)).toBe(true);
    expect(evaluate(name, change, false)).toBe(false);
  });

  test.each<[string, string, Partial<Settings>]>([
    ["a target in review mode", "acme/web", {}],
    [
      "the control repository if the targets receive the outputs",
      "acme/control",
      { destination: "target" },
    ],
    ["a target if there is an alternate repository", "acme/web", alternate],
  ])("is read access to %s", (_, name, change) => {
    expect(evaluate(name, change, false)).toBe(true);
  });

  test("is missing if the operator cannot see the repository, and unknown if no repository was read", () => {
    expect(evaluate("acme/secret", {}, true)).toBe(false);
    expect(evaluateAccess("acme/web", { settings, facts: new Map() })).toBe("unknown");
  });
});

describe("facts that only the operator can report", () => {
  async function ask(answer: string) {
    const asked: ChooseQuestion[] = [];
    const choose = (question: ChooseQuestion) => (asked.push(question), Promise.resolve(answer));
    const text = ({ initial }: { initial?: string }) => Promise.resolve(initial);
    const facts = await askPatFacts({ ask: { choose, text } as unknown as Ask }, settings, {
      resourceOwner: "acme",
      repositories: [],
      login: "mona",
    });
    return { asked, facts };
  }

  test("are unknown if the operator only presses Enter", async () => {
    const { asked } = await ask("unknown");
    expect(asked.map(({ id, initial }) => [id, initial])).toEqual([
      ["pat-owner", "unknown"],
      ["pat-policy", "unknown"],
      ["pat-approval", "unknown"],
      ["pat-limits", "unknown"],
    ]);
  });

  test.each<[string, boolean | "unknown"]>([
    ["yes", true],
    ["no", false],
    ["unknown", "unknown"],
  ])("are recorded as %s if the operator reports this", async (answer, known) => {
    const { facts } = await ask(answer);
    expect(facts).toEqual({
      canSelectOwner: known,
      policyPermits: known,
      approvalObtainable: known,
      canBeLimited: known,
      lifetimeDays: 30,
      rotationOwner: "mona",
    });
  });
});
