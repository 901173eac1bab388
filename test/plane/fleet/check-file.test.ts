import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readChecks, writeKept } from "../../../src/plane/fleet/check-file.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { checkOf, unreadableCheck } from "./fleet-bench.ts";

const token = `ghp_${"a1B2".repeat(9)}`;

function dueAt(change: object) {
  const due = { credential: "pat" as const, state: "due" as const, text: "Rotate." };
  const when = { daysLeft: 3, expiresAt: "2026-03-05T00:00:00.000Z" };
  return { reminders: [{ ...due, ...when, ...change }] };
}

test("reads back what was written, at any depth", async () => {
  const folder = makeFolder("looks");
  const checks = [
    checkOf("acme/control", { file: "a/fleet-check.json" }),
    unreadableCheck("acme/gone", "No."),
  ];
  await writeKept(join(folder, "a", "fleet-check.json"), checks[0] ?? {});
  await writeKept(join(folder, "fleet-check.json"), checks[1] ?? {});
  expect(await readChecks(folder)).toEqual({ checks, strays: [] });
});

test("redacts text that resembles a credential, in writing and in reading", async () => {
  const folder = makeFolder("looks");
  const file = join(folder, "fleet-check.json");
  const snapshot = unreadableCheck("acme/control", `It said ${token}.`);
  await writeKept(file, snapshot);
  expect(await readFile(file, "utf8")).not.toContain(token);
  await writeFile(file, JSON.stringify(snapshot));
  const { checks } = await readChecks(folder);
  expect(checks[0]?.reason).toBe("It said [secret].");
});

test.each([
  ["no JSON", "{"],
  ["another shape", "{}"],
  ["another version", JSON.stringify({ ...checkOf("acme/control"), version: 2 })],
  ["a look at no time", JSON.stringify({ ...checkOf("acme/control"), checkedAt: "today" })],
  ["a name that is none", JSON.stringify(checkOf("acme/control\n::error::x"))],
  ["a reason beside what was seen", JSON.stringify(checkOf("acme/control", { reason: "No." }))],
  [
    "half a day left",
    JSON.stringify(checkOf("acme/control", { overallStatus: dueAt({ daysLeft: 0.5 }) })),
  ],
  [
    "an end at no time",
    JSON.stringify(checkOf("acme/control", { overallStatus: dueAt({ expiresAt: "soon" }) })),
  ],
  [
    "more than anybody saw",
    JSON.stringify({ ...checkOf("acme/control"), more: "x".repeat(5_000_000) }),
  ],
  ["too many depths", "[".repeat(100_000) + "]".repeat(100_000)],
  ["a credential for a key", JSON.stringify({ ...checkOf("acme/control"), [token]: 1 })],
])("a file with %s is named as a stray", async (_, text) => {
  const folder = makeFolder("looks");
  await mkdir(join(folder, "look-0"));
  await writeFile(join(folder, "look-0", "x.json"), text);
  expect(await readChecks(folder)).toEqual({ checks: [], strays: ["look-0/x.json"] });
});

test("a link is not followed, and named", async () => {
  const [folder, other] = [makeFolder("looks"), makeFolder("other")];
  await writeKept(join(other, "x.json"), checkOf("acme/control"));
  await symlink(join(other, "x.json"), join(folder, "x.json"));
  expect(await readChecks(folder)).toEqual({ checks: [], strays: ["x.json"] });
});

test("redacts credentials in the name of a stray record", async () => {
  const folder = makeFolder("looks");
  await writeFile(join(folder, token), "{}");
  expect((await readChecks(folder)).strays).toEqual(["[secret]"]);
});

test("a folder that is not there is refused", async () => {
  await expect(readChecks("nowhere")).rejects.toThrow("Could not read nowhere: it does not exist.");
});
