import { expect, test } from "vitest";
import { fillPlane, openRemovalBench } from "./bench.ts";

test("the journal of a key stays as long as the keychain may contain the key", async () => {
  const bench = await openRemovalBench();
  const { read } = await fillPlane(bench);
  await bench.keepKey("read", read, "forge/acme/control/read");
  bench.keychain.lock();
  const first = await bench.remove({ answers: { "keychain-stays": "later" } });
  expect(first.outcome?.complete).toBe(false);
  expect(bench.kept()).toContain("setup.json");
  bench.keychain.unlock();
  const second = await bench.remove();
  expect(second.asked).toEqual(["inventory", "begin", "machine"]);
  expect(second.outcome?.complete).toBe(true);
  expect([...bench.keychain.held]).toEqual([]);
});

test("a key that is not in the keychain is reported as deleted", async () => {
  const bench = await openRemovalBench();
  const { read } = await fillPlane(bench);
  await bench.keepKey("read", read, "forge/acme/control/read");
  bench.keychain.held.clear();
  let shown = "";
  const { outcome } = await bench.remove({
    answers: { "keychain-stays": "done" },
    onQuestion: (id, _, question) => {
      if (id === "keychain-stays") shown = JSON.stringify(question);
    },
  });
  expect(shown).toContain("forge/acme/control/read");
  expect(outcome?.complete).toBe(true);
  expect(outcome?.deleted).toContainEqual(
    expect.objectContaining({ id: "machine", how: "reported" }),
  );
  expect(bench.kept()).toEqual(["remove.json"]);
});

test("a hidden repository is not treated as deleted, and its known data stays", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const play = { kind: "not-found" } as const;
  bench.emulator.setFaults([{ on: "GET /repos/acme/control", times: 0, play }]);
  const { outcome, asked } = await bench.remove({
    answers: { repository: "later", "read-app": "later", "write-app": "later" },
  });
  expect(asked).toEqual(["inventory", "begin", "repository", "read-app", "write-app"]);
  expect(outcome).toMatchObject({ complete: false, deleted: [] });
  expect(bench.kept()).toContain("setup.json");
  bench.emulator.setFaults([]);
  expect((await bench.remove()).outcome?.complete).toBe(true);
  const path = `${bench.home}/actions/secrets`;
  expect((await bench.rest("GET", path)).json).toMatchObject({ total_count: 0 });
});

test("for a deleted repository, removes the Apps and the data of this machine", async () => {
  const bench = await openRemovalBench();
  const { read } = await fillPlane(bench);
  const play = { kind: "not-found" } as const;
  bench.emulator.setFaults([{ on: "GET /repos/acme/control", times: 0, play }]);
  const { outcome, asked, error } = await bench.remove();
  expect(error).toBeUndefined();
  expect(asked).toContain("read-app");
  expect(asked).not.toContain("secrets");
  expect(outcome?.complete).toBe(true);
  const word = expect.objectContaining({ id: "repository", how: "reported" }) as unknown;
  expect(outcome?.deleted).toContainEqual(word);
  expect((await bench.rest("GET", `/apps/${read.slug}`)).status).toBe(404);
});
