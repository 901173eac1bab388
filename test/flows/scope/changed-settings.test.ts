import { describe, expect, test } from "vitest";
import {
  byHand,
  described,
  idsOf,
  openScopeBench,
  readDecision,
  settingsFile,
} from "./scope-bench.ts";

describe("a scope that another user changed", () => {
  test("after it was described here is shown and asked about", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    await bench.commit(settingsFile, byHand);
    const { asked, outcome } = await bench.setUpScope({ ...described, scope: "keep" });
    expect(idsOf(asked)).toEqual(["scope", "profile-workflow-token"]);
    expect(outcome?.scope).toBe("described");
    expect(await bench.file(settingsFile)).toBe(byHand);
  });

  test("after it was kept here is asked about again, because the earlier yes was for another scope", async () => {
    const bench = await openScopeBench();
    await bench.commit(settingsFile, byHand);
    await bench.setUpScope({ ...described, scope: "keep" });
    await bench.commit(settingsFile, byHand.replace("acme/web", "acme/api"));
    const { asked } = await bench.setUpScope({ ...described, scope: "keep" });
    expect(idsOf(asked).slice(0, 2)).toEqual(["scope", "profile-app-read"]);
    expect((await readDecision(bench))?.choice.readApp).toBe(true);
  });

  test("back to an earlier description is asked about", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    const first = (await bench.file(settingsFile)) ?? "";
    await bench.commit(settingsFile, byHand);
    await bench.setUpScope({ ...described, targets: ["acme/control"] });
    await bench.commit(settingsFile, first);
    const { asked } = await bench.setUpScope({ ...described, scope: "keep" });
    expect(idsOf(asked)[0]).toBe("scope");
    expect(await bench.file(settingsFile)).toBe(first);
  });

  test("by deleting it is not committed again without a question", async () => {
    const bench = await openScopeBench();
    await bench.setUpScope(described);
    await bench.removeFile(settingsFile);
    const { asked, error } = await bench.setUpScope({ scope: undefined });
    expect(idsOf(asked)).toEqual(["scope"]);
    expect(error).toMatchObject({ exitCode: 2 });
    expect(await bench.file(settingsFile)).toBeUndefined();
  });

  test("while it was being described is not overwritten", async () => {
    const bench = await openScopeBench();
    await bench.commit(settingsFile, byHand);
    const other = byHand.replace('"olga"', '"hubot"');
    const { error } = await bench.setUpScope(
      { ...described, targets: ["acme/control"] },
      {
        change: (deps) => ({
          writeSettings: async (settings) => {
            await bench.commit(settingsFile, other);
            await deps.writeSettings(settings);
          },
        }),
      },
    );
    expect(error).toMatchObject({ exitCode: 3 });
    expect(error?.message).toContain(
      ".forge/control-plane.json was changed by another user in the meantime.",
    );
    expect(await bench.file(settingsFile)).toBe(other);
    const { asked } = await bench.setUpScope({ ...described, scope: "keep" });
    expect(idsOf(asked)[0]).toBe("scope");
  });

  test("by creating it during the run is not overwritten", async () => {
    const bench = await openScopeBench();
    const { error } = await bench.setUpScope(described, {
      change: (deps) => ({
        writeSettings: async (settings) => {
          await bench.commit(settingsFile, byHand);
          await deps.writeSettings(settings);
        },
      }),
    });
    expect(error?.message).toContain(
      ".forge/control-plane.json was changed by another user in the meantime.",
    );
    expect(await bench.file(settingsFile)).toBe(byHand);
  });
});
