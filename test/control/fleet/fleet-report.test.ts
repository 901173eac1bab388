import { readFile } from "node:fs/promises";
import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { composeFleetReport } from "../../../src/control/fleet/fleet-report.ts";
import type { KeptLook } from "../../../src/control/fleet/look-file.ts";
import { lookOf, unreadableLook } from "./fleet-bench.ts";

const now = new Date("2026-03-01T06:30:00Z");
const failing = {
  checks: [{ id: "precedence", title: "Precedence", state: "fail" as const, evidence: ["A PAT."] }],
};

function dueIn(daysLeft: number) {
  const state = daysLeft < 0 ? ("expired" as const) : ("due" as const);
  const expiresAt = "2026-03-05T00:00:00.000Z";
  return {
    reminders: [{ credential: "pat" as const, state, daysLeft, expiresAt, say: "Rotate." }],
  };
}

function report(looks: readonly KeptLook[], expected: readonly string[] = []) {
  return composeFleetReport({ looks, strays: [] }, expected, now);
}

function statesOf(looks: readonly KeptLook[], expected: readonly string[] = []) {
  return report(looks, expected).repositories.map(({ repo, state }) => `${repo} ${state}`);
}

test("complete is what lacks nothing but what a run alone can tell", () => {
  const proved = { standing: "complete", complete: true, lacksOnlyProof: false };
  expect(statesOf([lookOf("a/unproved"), lookOf("a/whole", { standing: proved })])).toEqual([
    "a/unproved complete",
    "a/whole complete",
  ]);
  expect(report([lookOf("a/a")]).needsPerson).toBe(false);
});

test.each<[string, Parameters<typeof lookOf>[1]]>([
  ["what lacks more than a proof", { standing: { lacksOnlyProof: false } }],
  ["what fails a check", { verify: failing }],
])("incomplete is %s", (_, change) => {
  expect(statesOf([lookOf("a/a", change)])).toEqual(["a/a incomplete"]);
  expect(report([lookOf("a/a", change)]).needsPerson).toBe(true);
});

test("what could not be read, or is missing a half, is unreadable with its reason", () => {
  const looks = [
    unreadableLook("a/gone", "The App is not there."),
    lookOf("a/half", { verify: null }),
  ];
  expect(report(looks).repositories.map(({ because }) => because)).toEqual([
    "The App is not there.",
    "its job does not say why",
  ]);
});

test("whoever is expected is in it, in whatever case, and whoever is not expected, too", () => {
  const looks = [lookOf("Acme/Control"), lookOf("acme/other")];
  expect(statesOf(looks, ["acme/control", "acme/silent"])).toEqual([
    "acme/silent unreadable",
    "acme/control complete",
    "acme/other complete",
  ]);
  expect(report([], ["a/a"]).repositories[0]?.because).toBe("its job left no report");
});

test("of two looks, the later one counts", () => {
  const later = lookOf("a/a", { lookedAt: "2026-03-01T06:20:00.000Z" });
  expect(statesOf([later, unreadableLook("A/a", "It was down.")], ["a/a"])).toEqual([
    "a/a complete",
  ]);
});

test("the most urgent comes first: over, unseen, wrong by how much, soon over, well", () => {
  const looks = [
    lookOf("f/well"),
    lookOf("e/month", { standing: dueIn(29) }),
    lookOf("d/week", { standing: dueIn(3) }),
    lookOf("c/wrong", { standing: { lacksOnlyProof: false } }),
    lookOf("b/worse", { verify: failing }),
    unreadableLook("z/unseen", "No."),
    lookOf("y/over", { standing: dueIn(-2) }),
  ];
  expect(report(looks).repositories.map(({ repo }) => repo)).toEqual([
    "y/over",
    "z/unseen",
    "b/worse",
    "c/wrong",
    "d/week",
    "e/month",
    "f/well",
  ]);
});

test("what will be over soon needs a person, though all is complete", () => {
  const { needsPerson, counts } = report([lookOf("a/a", { standing: dueIn(20) })]);
  expect({ needsPerson, counts }).toEqual({
    needsPerson: true,
    counts: { complete: 1, incomplete: 0, unreadable: 0 },
  });
});

test("a file that nobody understands needs a person", () => {
  expect(composeFleetReport({ looks: [], strays: ["x"] }, [], now).needsPerson).toBe(true);
});

test("each report fits the published schema, and leaves nobody out", async () => {
  const path = new URL("../../../src/control/fleet/fleet-report.schema.json", import.meta.url);
  const schema = JSON.parse(await readFile(path, "utf8")) as object;
  const validator = new Validator(schema, "2020-12");
  const looks = fc.constantFrom(
    lookOf("a/one"),
    lookOf("A/ONE", { verify: failing }),
    lookOf("b/two", { standing: dueIn(-1), ungranted: ["Variables"] }),
    unreadableLook("c/three", "No."),
  );
  const names = fc.uniqueArray(fc.constantFrom("a/one", "b/two", "c/three", "d/four"));
  fc.assert(
    fc.property(fc.array(looks), names, (kept, expected) => {
      const made = report(kept, expected);
      expect(validator.validate(JSON.parse(JSON.stringify(made))).errors).toEqual([]);
      const told = made.repositories.map(({ repo }) => repo.toLowerCase());
      const wanted = [...expected, ...kept.map(({ repo }) => repo.toLowerCase())];
      expect(told.toSorted()).toEqual([...new Set(wanted)].toSorted());
    }),
  );
});
