import { describe, expect, test } from "vitest";
import type { ExposedOptions } from "../../../flows/exposed/exposed-deps.ts";
import { chooseIncidentScope, openIncident as open } from "../../../flows/exposed/open-incident.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { incidentStep } from "../../../src/plane/exposed/journal-steps.ts";
import { startJournal } from "../shared/run-step.ts";
import { at, openIncident, respondWith, type Given } from "./step-bench.ts";

const settings = {
  packages: ["review", "triage"].map((name) => ({
    name,
    killSwitch: `CP_${name.toUpperCase()}_ENABLED`,
  })),
} as unknown as Settings;

function choose(options: Partial<ExposedOptions>, given: Given = {}) {
  const deps = {
    options: { credentials: [], packages: [], switches: [], isYes: false, ...options },
  };
  const situation = { settings, ...given.situation };
  return respondWith(
    (response) => chooseIncidentScope(response.context, response.deps, response.situation),
    { journal: startJournal(), ...given, deps, situation },
  );
}

describe("the subject of an incident", () => {
  test("is requested", async () => {
    const answers = { credentials: ["pat"], packages: ["triage"] };
    const { result, asked } = await choose({}, { answers });
    expect(asked).toEqual(["credentials", "packages"]);
    expect(result).toEqual({
      credentials: ["pat"],
      packages: ["triage"],
      switches: ["CP_TRIAGE_ENABLED"],
    });
  });

  test("defaults to the stored credentials and all packages", async () => {
    const { lists } = await choose(
      {},
      {
        answers: { credentials: ["pat"], packages: [] },
        situation: { settings, storedAt: { "read-app": at, "write-app": null } },
      },
    );
    expect(lists["credentials"]?.initial).toEqual(["read-app"]);
    expect(lists["credentials"]?.options).toEqual([
      { value: "read-app", label: "Read App key", hint: "stored on 2026-11-21" },
      {
        value: "write-app",
        label: "Write App key",
        hint: "not stored in the control repository",
      },
      { value: "pat", label: "Fine-grained PAT", hint: "unknown whether it is stored" },
    ]);
    expect(lists["packages"]?.initial).toEqual(["review", "triage"]);
  });

  test("can be given on the command line", async () => {
    const { result, asked } = await choose({
      credentials: ["pat", "read-app"],
      packages: ["review"],
      switches: ["CP_OWN_ENABLED"],
    });
    expect(asked).toEqual([]);
    expect(result).toEqual({
      credentials: ["pat", "read-app"],
      packages: ["review"],
      switches: ["CP_REVIEW_ENABLED", "CP_OWN_ENABLED"],
    });
  });

  test("combines the earlier subject and the additions", async () => {
    const journal = await openIncident({ credentials: ["read-app"], packages: ["review"] });
    const { result } = await choose({ credentials: ["pat"], packages: ["triage"] }, { journal });
    expect(result).toEqual({
      credentials: ["read-app", "pat"],
      packages: ["review", "triage"],
      switches: ["CP_REVIEW_ENABLED", "CP_TRIAGE_ENABLED"],
    });
  });

  test("is not requested again", async () => {
    const journal = await openIncident({ credentials: ["read-app"], packages: [] });
    const { result, asked } = await choose({}, { journal });
    expect(asked).toEqual([]);
    expect(result).toEqual({ credentials: ["read-app"], packages: [], switches: [] });
  });

  test("is not guessed if the journal is damaged", async () => {
    const journal = await openIncident({ openedAt: "?" });
    const { error } = await choose({ credentials: ["pat"] }, { journal });
    expect(error?.message).toBe("The journal's data about the incident is damaged.");
    expect(error).toMatchObject({
      hints: [{ command: "gatehouse exposed --repo acme/control --new-incident" }],
    });
  });

  test("can be a package that was removed, but not one that never existed", async () => {
    const journal = await openIncident({ credentials: ["pat"], packages: ["gone", "review"] });
    expect((await choose({}, { journal })).result?.switches).toEqual(["CP_REVIEW_ENABLED"]);
    // Unreadable settings change nothing: known packages are kept.
    const blind = await choose({}, { journal, situation: { settings: undefined } });
    expect(blind.result).toMatchObject({ packages: ["gone", "review"], switches: [] });
    const { error } = await choose({ packages: ["reveiw"] }, { journal });
    expect(error?.message).toBe("Review package not found in the settings: reveiw");
  });

  test("is the only package, without a question, if the settings have one package", async () => {
    const one = { settings: { ...settings, packages: settings.packages.slice(0, 1) } };
    const { result, asked } = await choose({ credentials: ["pat"] }, { situation: one });
    expect(asked).toEqual([]);
    expect(result?.packages).toEqual(["review"]);
  });
});

describe("an incident", () => {
  const openWith = (given: Given = {}) =>
    respondWith(
      ({ context, deps, situation, scope }) => open(context, deps, { situation, scope }),
      { journal: startJournal(), ...given },
    );
  const storedAt = { pat: at };

  test("records who opened it, its subject, and the initial state of switches and secrets", async () => {
    const { result, journal } = await openWith({
      situation: { who: "hubot", storedAt, variables: new Map([["CP_REVIEW_ENABLED", "true"]]) },
      scope: { credentials: ["pat"], switches: ["CP_REVIEW_ENABLED", "CP_NEW_ENABLED"] },
    });
    expect(result).toEqual({
      openedAt: expect.any(String) as string,
      openedBy: "hubot",
      credentials: ["pat"],
      packages: ["review"],
      storedAt,
      switches: { CP_REVIEW_ENABLED: "true", CP_NEW_ENABLED: null },
    });
    const { id } = incidentStep({ host: "github.com", repository: "acme/control" });
    expect(journal.step(id)).toEqual(result);
  });

  test("does not guess the initial state of switches that could not be read", async () => {
    const { result } = await openWith({ situation: { variables: undefined } });
    expect(result?.switches).toEqual({});
  });

  test("keeps the data with which it was opened, even if a later run finds other data", async () => {
    const journal = await openIncident({ storedAt: { pat: "before" } });
    const { result } = await openWith({ journal, situation: { who: "hubot", storedAt } });
    expect(result).toMatchObject({ openedAt: at, openedBy: "mona", storedAt: { pat: "before" } });
  });
});
