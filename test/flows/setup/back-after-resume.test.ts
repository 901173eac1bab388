import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { described, idsOf, openScopeBench, patScope } from "../scope/scope-bench.ts";
import { walkBack } from "../shared/walk-back.ts";

const live = { ...described, targets: ["acme/api"], mode: "live" };
const kept = { ...live, scope: "keep" };

describe("Back in a resumed setup returns to the previous question, not past a complete App", () => {
  test.each(["key", "leave", "run"])("if the Apps are verified by the answer %s", async (way) => {
    const bench = await openScopeBench();
    await bench.setUpScope(live);
    const [readApp = "", writeApp = ""] = (await bench.apps()).map(({ slug }) => slug);
    const readKey = await bench.saveKey(readApp);
    const writeKey = await bench.saveKey(writeApp);
    bench.forgetJournal();
    const walk = walkBack();
    const { error, asked } = await bench.setUpScope(
      {
        ...kept,
        "failure:read-proof": way,
        "read-key-from": "file",
        "read-key-file": readKey,
        "failure:write-proof": way,
        "write-key-from": "file",
        "write-key-file": writeKey,
      },
      { onQuestion: walk.onQuestion },
    );
    expect(error).toBeUndefined();
    walk.expectStraight();
    expect([...walk.left]).toEqual(
      expect.arrayContaining(["read-install", "read-proof", "firewall", "engine"]),
    );
    const first = (wanted: string) => asked.find(({ id }) => id === wanted);
    expect(first("control-file")?.canGoBack).toBe(way === "leave");
    const stores = bench.changes().filter((change) => change.endsWith("READ_APP_PRIVATE_KEY"));
    expect(stores).toHaveLength(way === "key" ? 2 : 1);
  });

  test("if it was stopped after the verification", async () => {
    const bench = await openScopeBench();
    const stopped = await bench.setUpScope(live, {
      onQuestion: (id) => {
        if (id === "control-file") throw new Error("stopped");
      },
    });
    expect(stopped.error?.message).toBe("stopped");
    const walk = walkBack();
    const { error, asked } = await bench.setUpScope(kept, { onQuestion: walk.onQuestion });
    expect(error).toBeUndefined();
    walk.expectStraight();
    expect(asked[0]).toEqual({ id: "control-file", canGoBack: false });
    expect([...walk.left]).toEqual(["firewall", "engine"]);
  });

  test.each(["another", "leave", "run"])("if a stored token is handled by %s", async (way) => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope(patScope, { secrets: (await bench.saveToken()).secrets });
    bench.forgetJournal();
    const walk = walkBack();
    const { error, asked } = await bench.setUpScope(
      { ...patScope, scope: "keep", "failure:pat-stored": way },
      { secrets, onQuestion: walk.onQuestion },
    );
    expect(error).toBeUndefined();
    walk.expectStraight();
    const controlFile = asked.find(({ id }) => id === "control-file");
    expect(controlFile?.canGoBack).toBe(way === "leave");
  });
});

test("Back at the last question returns to the one before it, although Apps were created", async () => {
  const bench = await openScopeBench();
  let isLeft = false;
  const { asked, error } = await bench.setUpScope(live, {
    onQuestion: (id) => {
      if (id !== "engine" || isLeft) return;
      isLeft = true;
      throw new Back();
    },
  });
  expect(error).toBeUndefined();
  expect(idsOf(asked).slice(-3)).toEqual(["engine", "firewall", "engine"]);
});
