import { expect, test } from "vitest";
import { openPatBench } from "./pat-bench.ts";
import { walkBack } from "../shared/walk-back.ts";
import {
  fingerprintOf,
  listFingerprints,
  onSecondVisit,
  openRotationBench,
  slugOf,
} from "./bench.ts";

/** Provides a key with the last of three answers, after Back at each. */
const bringing = (role: string, file: string, old: string) => ({
  [`${role}-key-from`]: { each: ["paste", "file", "file"] },
  [`${role}-key-file`]: { each: [file] },
  [`${role}-old-key-at-hand`]: true,
  [`${role}-old-key-from`]: { each: ["paste", "file", "file"] },
  [`${role}-old-key-file`]: old,
});

test("Back at every question of a rotation returns to the previous one, and the last answers count", async () => {
  const bench = await openRotationBench();
  const files = {
    read: await bench.saveKey(slugOf("read")),
    write: await bench.saveKey(slugOf("write")),
  };
  const walk = walkBack();
  const { outcome, error, asked } = await bench.rotate({
    answers: {
      "rotate-what": { each: ["write-app", "both"] },
      ...bringing("read", files.read, bench.firstKey("read")),
      ...bringing("write", files.write, bench.firstKey("write")),
    },
    openLink: onSecondVisit((role) => bench.deleteOtherKeys(role, files[role])),
    onQuestion: walk.onQuestion,
  });
  expect(error).toBeUndefined();
  walk.expectStraight();
  // An irreversible action precedes each of these: storing a key, starting runs, deleting an old
  // key.
  const walls = asked.filter((id) => !walk.left.has(id));
  expect([...new Set(walls)]).toEqual([
    "rotate-what",
    "write-new-key",
    "read-end-key",
    "write-end-key",
  ]);
  expect(outcome?.credentials).toEqual(["read-app", "write-app"]);
  for (const role of ["read", "write"] as const) {
    expect(await listFingerprints(bench, role)).toEqual([await fingerprintOf(files[role])]);
  }
}, 60_000);

test("Back at every question of a token rotation returns to the previous one", async () => {
  const bench = await openPatBench();
  const walk = walkBack();
  const token = await bench.issue({});
  const { error, asked } = await bench.rotateTo(token, {
    answers: {
      "pat-unchanged": "changed",
      "pat-lifetime": { each: ["7", "30"] },
      "pat-revoke": "here",
      "pat-revoke-now": true,
    },
    secrets: { "pat-old-token": bench.save("old", bench.oldToken) },
    onQuestion: walk.onQuestion,
  });
  expect(error).toBeUndefined();
  walk.expectStraight();
  const walls = asked.filter((id) => !walk.left.has(id));
  expect(new Set(walls)).toEqual(new Set([asked[0], "pat-revoke"]));
  expect(await bench.statusFor(token)).toBe(200);
  expect(await bench.statusFor(bench.oldToken)).toBe(401);
}, 60_000);
