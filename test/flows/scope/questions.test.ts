import { describe, expect, test } from "vitest";
import type { Question } from "../../../src/prompts/prompter.ts";
import {
  byHand,
  described,
  openScopeBench,
  settingsFile,
  type ScopeAnswers,
} from "./scope-bench.ts";

/** Returns the positions that the questions of the scope show, with their ids. */
async function placesOf(answers: ScopeAnswers, before?: string): Promise<[string, string][]> {
  const bench = await openScopeBench();
  if (before !== undefined) await bench.commit(settingsFile, before);
  const locations: [string, string][] = [];
  const { error } = await bench.setUpScope(answers, {
    onQuestion: (id, _, question) => {
      const { position } = question ?? {};
      if (position && !id.startsWith("billing"))
        locations.push([id, `${position.at} of ${position.of}`]);
    },
  });
  expect(error).toBeUndefined();
  return locations;
}

describe("each question about the scope shows its position", () => {
  test("in the shortest sequence", async () => {
    expect(await placesOf(described)).toEqual([
      ["targets", "1 of 6"],
      ["mode", "2 of 6"],
      ["destination", "3 of 6"],
      ["limits", "4 of 6"],
      ["has-packages", "5 of 6"],
      ["settings-commit", "6 of 6"],
    ]);
  });

  test("and the total grows if an answer adds questions", async () => {
    const more = {
      targets: ["others"],
      "more-targets": "acme/web",
      limits: "other",
      "repository-cap": "3",
      "dispatch-cap": "2",
      "has-packages": "some",
      packages: "audit triage",
      "package-audit-apis": ["contents"],
      "package-triage-apis": [],
    };
    expect(await placesOf({ ...described, ...more })).toEqual([
      ["targets", "1 of 6"],
      ["more-targets", "2 of 7"],
      ["mode", "3 of 7"],
      ["destination", "4 of 7"],
      ["limits", "5 of 7"],
      ["repository-cap", "6 of 9"],
      ["dispatch-cap", "7 of 9"],
      ["has-packages", "8 of 9"],
      ["packages", "9 of 10"],
      ["package-audit-apis", "10 of 12"],
      ["package-triage-apis", "11 of 12"],
      ["settings-commit", "12 of 12"],
    ]);
  });

  test("if only parts of the scope change", async () => {
    const change = { ...described, scope: "change", "repository-cap": "4", "dispatch-cap": "2" };
    expect(await placesOf({ ...change, "scope-parts": ["caps", "mode"] }, byHand)).toEqual([
      ["mode", "1 of 4"],
      ["repository-cap", "2 of 4"],
      ["dispatch-cap", "3 of 4"],
      ["settings-commit", "4 of 4"],
    ]);
  });
});

test("the display of a file in an earlier run does not count: Enter shows it again", async () => {
  const bench = await openScopeBench();
  const { error } = await bench.setUpScope(
    {
      ...described,
      "settings-commit": { each: ["show", "stop"] },
      "settings-file": true,
    },
    {},
  );
  expect(error?.message).toContain("The scope was not committed");
  const kept = (await bench.journal()).answers().map(({ id }) => id);
  expect(kept).toContain("mode");
  expect(kept.filter((id) => id.startsWith("settings-"))).toEqual([]);
});

test("if a run stops after it showed the file, the journal does not contain the answer to show it", async () => {
  const bench = await openScopeBench();
  let times = 0;
  await bench.setUpScope(
    { ...described, "settings-commit": { each: ["show", "commit"] }, "settings-file": true },
    {
      onQuestion: (id) => {
        if (id === "settings-commit") times += 1;
        if (times === 2) throw new Error("killed");
      },
    },
  );
  expect(times).toBe(2);
  const kept = (await bench.journal()).answers().map(({ id }) => id);
  expect(kept).toContain("mode");
  expect(kept.filter((id) => id.startsWith("settings-"))).toEqual([]);
});

test("shows the file before the commit on request, and asks again", async () => {
  const bench = await openScopeBench();
  const seen: Question[] = [];
  const { error, text } = await bench.setUpScope(
    { ...described, "settings-commit": { each: ["show", "commit"] }, "settings-file": true },
    {
      onQuestion: (id, _, question) => {
        if (id === "settings-commit" && question) seen.push(question);
      },
    },
  );
  expect(error).toBeUndefined();
  const file = (await bench.file(settingsFile)) ?? "nothing";
  for (const line of file.trimEnd().split("\n")) expect(text).toContain(`\n${line}\n`);
  // Enter commits only after the file was shown.
  expect(seen.map((question) => "initial" in question && question.initial)).toEqual([
    "show",
    "commit",
  ]);
  expect(seen[0]?.facts).toEqual([
    { name: "Targets", text: "acme/web" },
    { name: "Allowed owners", text: "acme" },
    { name: "Agents", text: "review only" },
    { name: "Results", text: "in acme/control" },
    { name: "Limits", text: "25 repositories and 10 workers per run" },
    { name: "Review packages", text: "none" },
    { name: "PAT environment", text: "control-plane, if a PAT is used" },
    { name: "File", text: ".forge/control-plane.json in acme/control" },
  ]);
});

test("a changed scope shows the replaced values before it is committed", async () => {
  const bench = await openScopeBench();
  await bench.commit(settingsFile, byHand);
  const seen: Question[] = [];
  const { error } = await bench.setUpScope(
    {
      ...described,
      scope: "change",
      "scope-parts": ["targets", "caps", "packages"],
      targets: ["acme/web", "acme/infra"],
      "repository-cap": "3",
      "dispatch-cap": "4",
    },
    {
      purpose: "scope",
      onQuestion: (id, _, question) => {
        if (id === "settings-commit" && question) seen.push(question);
      },
    },
  );
  expect(error).toBeUndefined();
  expect(seen[0]?.facts).toEqual([
    { name: "Targets", text: "acme/web → acme/web, acme/infra" },
    { name: "Allowed owners", text: "acme" },
    { name: "Agents", text: "review only" },
    { name: "Results", text: "in acme/control" },
    {
      name: "Limits",
      text: "3 repositories and 2 workers per run → 3 repositories and 4 workers per run",
    },
    { name: "Workers", text: "worker.lock.yml" },
    { name: "Review packages", text: "audit (Contents) → none" },
    { name: "PAT environment", text: "guarded, if a PAT is used" },
    { name: "PAT replaced by", text: "olga" },
    { name: "File", text: ".forge/control-plane.json in acme/control" },
  ]);
});
