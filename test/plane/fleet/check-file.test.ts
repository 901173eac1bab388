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

test("a check is read back as it was written, at any depth", async () => {
  const folder = makeFolder("looks");
  const checks = [
    checkOf("acme/control", { file: "a/fleet-check.json" }),
    unreadableCheck("acme/gone", "No."),
  ];
  await writeKept(join(folder, "a", "fleet-check.json"), checks[0] ?? {});
  await writeKept(join(folder, "fleet-check.json"), checks[1] ?? {});
  expect(await readChecks(folder)).toEqual({ checks, strays: [] });
});

test("text that resembles a credential is redacted when a check is written and when it is read", async () => {
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
  ["invalid JSON", "{"],
  ["another shape", "{}"],
  ["an unknown version", JSON.stringify({ ...checkOf("acme/control"), version: 2 })],
  ["an invalid check time", JSON.stringify({ ...checkOf("acme/control"), checkedAt: "today" })],
  ["an invalid repository name", JSON.stringify(checkOf("acme/control\n::error::x"))],
  [
    "both a result and a reason for a failure",
    JSON.stringify(checkOf("acme/control", { reason: "No." })),
  ],
  [
    "a fraction of a day left",
    JSON.stringify(checkOf("acme/control", { overallStatus: dueAt({ daysLeft: 0.5 }) })),
  ],
  [
    "an invalid expiry",
    JSON.stringify(checkOf("acme/control", { overallStatus: dueAt({ expiresAt: "soon" }) })),
  ],
  [
    "a size above the limit",
    JSON.stringify({ ...checkOf("acme/control"), more: "x".repeat(5_000_000) }),
  ],
  ["too many nested levels", "[".repeat(100_000) + "]".repeat(100_000)],
  ["a credential as a key", JSON.stringify({ ...checkOf("acme/control"), [token]: 1 })],
])("a file with %s is listed as a stray file", async (_, text) => {
  const folder = makeFolder("looks");
  await mkdir(join(folder, "look-0"));
  await writeFile(join(folder, "look-0", "x.json"), text);
  expect(await readChecks(folder)).toEqual({ checks: [], strays: ["look-0/x.json"] });
});

test("a symbolic link is not followed, but listed as a stray file", async () => {
  const [folder, other] = [makeFolder("looks"), makeFolder("other")];
  await writeKept(join(other, "x.json"), checkOf("acme/control"));
  await symlink(join(other, "x.json"), join(folder, "x.json"));
  expect(await readChecks(folder)).toEqual({ checks: [], strays: ["x.json"] });
});

test("credentials in the name of a stray file are redacted", async () => {
  const folder = makeFolder("looks");
  await writeFile(join(folder, token), "{}");
  expect((await readChecks(folder)).strays).toEqual(["[secret]"]);
});

test("a directory that does not exist is refused", async () => {
  await expect(readChecks("nowhere")).rejects.toThrow("Could not read nowhere: it does not exist.");
});
