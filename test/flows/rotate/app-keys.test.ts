import { beforeEach, describe, expect, test } from "vitest";
import type { AppRole } from "../../../src/credentials/apps/app-role.ts";
import { Incomplete } from "../../../src/shared/errors.ts";
import {
  fingerprintOf,
  listFingerprints,
  onSecondVisit,
  openRotationBench,
  slugOf,
  type RotationBench,
} from "./bench.ts";

let bench: RotationBench;
beforeEach(async () => {
  bench = await openRotationBench();
});

/** Returns the answers of an operator who provides this file. */
function bringing(role: AppRole, path: string) {
  return { [`${role}-key-from`]: "file", [`${role}-key-file`]: path };
}

describe("both keys, if the operator reports that the old keys are deleted,", () => {
  test("are stored, validated, revoked and rechecked in this order", async () => {
    const files = {
      read: await bench.saveKey(slugOf("read")),
      write: await bench.saveKey(slugOf("write")),
    };
    const { outcome, error, text, asked } = await bench.rotate({
      answers: {
        ...bringing("read", files.read),
        ...bringing("write", files.write),
        "read-revoke": "deleted",
        "write-revoke": "deleted",
      },
      openLink: onSecondVisit((role) => bench.deleteOtherKeys(role, files[role])),
    });
    expect(error).toBeUndefined();
    // Nothing is revoked until both keys are stored and one run has used both.
    const order = asked.filter((id) => /-key-file$|-revoke$/.test(id));
    expect(text).toContain("[1 of 7] Read App key");
    expect(text).toContain("[4 of 7] Old Read App key");
    expect(order).toEqual(["read-key-file", "write-key-file", "read-revoke", "write-revoke"]);
    const [read, write] = outcome?.rotations.map(({ evidence }) => evidence.validated?.runs) ?? [];
    expect(read).toEqual(write);
    expect(outcome).toMatchObject({
      by: "mona",
      credentials: ["read-app", "write-app"],
      rotations: [
        {
          credential: "read-app",
          evidence: {
            proved: { fingerprint: await fingerprintOf(files.read) },
            validated: { runs: [{ what: "proof run", hasPassed: true }] },
            revoked: { how: "reported", by: "mona" },
          },
        },
        { credential: "write-app", evidence: { revoked: { how: "reported", by: "mona" } } },
      ],
      recheck: {
        apps: [
          { role: "read", isProved: true },
          { role: "write", isProved: true },
        ],
      },
    });
    expect(text).toContain(`new, keep: ${await fingerprintOf(files.read)}`);
    expect(text).toContain(
      "Reason: no scope is committed. Only the proof run tests the replacement.",
    );
    for (const role of ["read", "write"] as const) {
      expect(await listFingerprints(bench, role)).toEqual([await fingerprintOf(files[role])]);
    }
    expect((await bench.apps()).map(({ keys }) => keys)).toEqual([1, 1]);
  });
});

describe("the rotation of one key, with the old key available,", () => {
  test("is complete when the forge refuses the old key", async () => {
    const path = await bench.saveKey(slugOf("read"));
    const old = await fingerprintOf(bench.firstKey("read"));
    const { outcome, text, asked } = await bench.rotate({
      wanted: ["read-app"],
      answers: {
        ...bringing("read", path),
        "read-old-key-at-hand": true,
        "read-old-key-from": "file",
        "read-old-key-file": bench.firstKey("read"),
      },
      onMoment: async ({ wait, update, act }) => {
        if (wait !== "read-revoke" || update.deadline === undefined) return;
        await bench.deleteOtherKeys("read", path);
        await act("check");
      },
    });
    expect(outcome?.rotations[0]?.evidence.revoked).toMatchObject({
      how: "seen",
      fingerprint: old,
    });
    expect(text).toContain(`old, delete later: ${old}`);
    expect(asked).not.toContain("rotate-what");
    // The other App is checked as well.
    expect(outcome?.recheck?.apps.map(({ role }) => role)).toEqual(["read", "write"]);
  });
});

test("a key of another App is refused, and nothing is stored", async () => {
  const before = await bench.send("GET", "/repos/acme/control/actions/secrets");
  const { error, text } = await bench.rotate({
    wanted: ["read-app"],
    answers: bringing("read", await bench.saveKey(slugOf("write"))),
  });
  expect(error?.message).toContain("401");
  expect(text).toContain(
    "Check that the key belongs to this App and that this machine's clock is right",
  );
  expect(await bench.send("GET", "/repos/acme/control/actions/secrets")).toEqual(before);
});

test("recognizes the old key in place of the new one, and the operator can continue without it", async () => {
  const path = await bench.saveKey(slugOf("read"));
  const { outcome, text } = await bench.rotate({
    wanted: ["read-app"],
    answers: {
      ...bringing("read", path),
      "read-old-key-at-hand": true,
      "read-old-key-from": "file",
      "read-old-key-file": path,
      "failure:read-old-key-proof": "without",
      "read-revoke": "deleted",
    },
  });
  expect(text).toContain("This is the new key, not the old one.");
  expect(outcome?.rotations[0]?.evidence.proved).not.toHaveProperty("previousFingerprint");
});

describe("a rotation to the key that is already stored is refused", () => {
  const secrets = () => bench.send("GET", "/repos/acme/control/actions/secrets");
  const rotateTo = (path: string, more: object = {}) =>
    bench.rotate({
      wanted: ["read-app"],
      answers: { ...bringing("read", path), "read-revoke": "later" },
      ...more,
    });

  test("if the setup stored the key", async () => {
    const before = await secrets();
    const first = bench.firstKey("read");
    const { error } = await rotateTo(first);
    const fingerprint = await fingerprintOf(first);
    expect(error?.message).toContain(
      `This is the key that is already stored (${fingerprint}, stored on 20`,
    );
    expect(await secrets()).toEqual(before);
  });

  test("if a rotation stored the key, but a rotation back to the key before it is possible", async () => {
    const second = await bench.saveKey(slugOf("read"));
    expect((await rotateTo(second)).error?.message).toContain("the old one is not revoked");
    const again = await rotateTo(second, { startOver: true });
    expect(again.error?.message).toContain(
      `This is the key that is already stored (${await fingerprintOf(second)}, stored on `,
    );
    const back = await rotateTo(bench.firstKey("read"), { startOver: true });
    expect(back.error?.message).toContain("the old one is not revoked");
    expect((await rotateTo(second, { startOver: true })).error?.message).toContain(
      "the old one is not revoked",
    );
  });
});

test("a run that still receives the old key does not validate the new key", async () => {
  const { error, asked } = await bench.rotate({
    wanted: ["read-app"],
    answers: bringing("read", await bench.saveKey(slugOf("read"))),
    change: () => ({ storeCredential: () => Promise.resolve() }),
  });
  const old = await fingerprintOf(bench.firstKey("read"));
  expect(error?.message).toBe(
    `The run used the key ${old}, not the new one. Nothing was revoked: the old key still works.`,
  );
  expect(asked).not.toContain("read-revoke");
});

test("an old key that is not deleted yet is left for the next run", async () => {
  const path = await bench.saveKey(slugOf("read"));
  const answers = { ...bringing("read", path), "read-revoke": "later" };
  const first = await bench.rotate({ wanted: ["read-app"], answers });
  expect(first.error).toBeInstanceOf(Incomplete);
  expect(first.error?.message).toBe(
    "The new Read App key is stored and works, but the old one is not revoked.",
  );
  const second = await bench.rotate({ answers: { "read-revoke": "deleted" } });
  expect(second.outcome?.credentials).toEqual(["read-app"]);
  expect(second.asked).toEqual(["read-end-key", "read-revoke"]);
});

test("a rejected key proves nothing if it is not known to have belonged to the App", async () => {
  const path = await bench.saveKey(slugOf("read"));
  await bench.deleteOtherKeys("read", path);
  const { error, outcome, text } = await bench.rotate({
    wanted: ["read-app"],
    answers: {
      ...bringing("read", path),
      "read-revoke": { each: ["provide", "deleted"] },
      "read-old-key-from": "file",
      "read-old-key-file": bench.firstKey("read"),
      "failure:read-revocation": "again",
    },
  });
  expect(error).toBeUndefined();
  expect(text).toContain(
    "wrong: This key does not work, so gatehouse cannot verify that it ever belonged to this App.",
  );
  expect(outcome?.rotations[0]?.evidence.revoked?.how).toBe("reported");
});

test("a new key that was deleted instead of the old one is detected", async () => {
  const path = await bench.saveKey(slugOf("read"));
  const { error, text } = await bench.rotate({
    wanted: ["read-app"],
    answers: { ...bringing("read", path), "read-revoke": "deleted" },
    openLink: onSecondVisit((role) => bench.deleteOtherKeys(role, bench.firstKey(role))),
  });
  expect(error).toBeInstanceOf(Incomplete);
  expect(text).toContain("the new key may have been deleted instead of the old one");
  expect(text).toContain("--app read --start-over");
});

test("refuses a different choice than the rotation in progress; --start-over starts again", async () => {
  const path = await bench.saveKey(slugOf("read"));
  const answers = { ...bringing("read", path), "read-revoke": "later" };
  await bench.rotate({ wanted: ["read-app"], answers });
  const { error } = await bench.rotate({ wanted: ["write-app"] });
  expect(error?.message).toContain("A rotation of Read App has been in progress since ");
  const { outcome } = await bench.rotate({
    wanted: ["write-app"],
    startOver: true,
    answers: {
      ...bringing("write", await bench.saveKey(slugOf("write"))),
      "write-revoke": "deleted",
    },
  });
  expect(outcome?.credentials).toEqual(["write-app"]);
  const records = [...(await bench.rotationJournal()).steps()];
  expect(records.map(([, record]) => Object.hasOwn(record as object, "abandonedAt"))).toEqual([
    true,
    false,
  ]);
});

test("a credential that is not stored cannot be rotated", async () => {
  await bench.send("DELETE", "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY");
  const { error } = await bench.rotate({ wanted: ["read-app", "pat"] });
  expect(error?.message).toBe("Nothing is stored in acme/control for: Read App, PAT.");
});

test("the journal contains fingerprints but no key", async () => {
  const path = await bench.saveKey(slugOf("read"));
  await bench.rotate({
    wanted: ["read-app"],
    answers: { ...bringing("read", path), "read-revoke": "later" },
  });
  const { readFileSync } = await import("node:fs");
  const journal = readFileSync(`${bench.folder}/rotate.json`, "utf8");
  expect(journal).toContain(await fingerprintOf(path));
  expect(journal).not.toContain("PRIVATE KEY-----");
  expect(journal).not.toMatch(/gh[os]_/);
});
