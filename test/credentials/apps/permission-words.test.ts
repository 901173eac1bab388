import { describe, expect, test } from "vitest";
import { permissionWords } from "../../../src/credentials/apps/ceilings.ts";
import {
  allPermissions,
  byLabel,
  labelOf,
  describeDifference,
  formatLevel,
} from "../../../src/credentials/apps/permission-words.ts";
import { permissionNames } from "../../../emulator/auth/permission-words.ts";

describe("a permission has the label of GitHub's form", () => {
  test.each([
    ["security_events", "Code scanning alerts"],
    ["vulnerability_alerts", "Dependabot alerts"],
    ["statuses", "Commit statuses"],
    ["pull_requests", "Pull requests"],
    ["merge_queues", "Merge queues"],
  ])("%s has the label %s", (permission, label) => {
    expect(labelOf(permission)).toBe(label);
  });

  test("and the embedded forge's form uses the same labels", () => {
    for (const [permission, { label }] of Object.entries(permissionWords)) {
      expect(permissionNames[permission]).toBe(label);
    }
  });
});

test("permissions are in alphabetical order, as in the forge's form", () => {
  const labels = byLabel(permissionNames).map(([permission]) => labelOf(permission));
  const { compare } = new Intl.Collator("en");
  expect(labels).toEqual(labels.toSorted(compare));
  const all = allPermissions.map(labelOf);
  expect(all).toEqual(all.toSorted(compare));
});

test.each([
  [undefined, "No access"],
  ["read", "Read-only"],
  ["write", "Read and write"],
  ["admin", "Admin"],
  ["something new", "something new"],
])("the level %s is called %s", (level, words) => {
  expect(formatLevel(level)).toBe(words);
});

test.each([
  ["security_events", "read", undefined, "Code scanning alerts: No access instead of Read-only"],
  ["contents", "read", "write", "Contents: Read and write instead of Read-only"],
  ["pages", undefined, "read", "Pages: Read-only instead of No access"],
])(
  "a difference for %s, expected %s and found %s, is described",
  (permission, wanted, found, words) => {
    expect(describeDifference({ permission, wanted, found })).toBe(words);
  },
);
