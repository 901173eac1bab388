import { describe, expect, test } from "vitest";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { type Given } from "./step-bench.ts";
import { end, forgeOf } from "./end-key-bench.ts";

describe("an App that is installed", () => {
  const key = ["works", "refused"] as const;

  test("is uninstalled from all accounts after a yes, which revokes its tokens", async () => {
    const { results, entries, last, done, waits } = await end({
      key,
      installed: [["acme", "other"], []],
      answers: { "write-app-uninstall": true },
    });
    expect(entries[1]?.evidence).toEqual([
      "acme (installation 0, selected repositories): removal accepted",
      "other (installation 1, selected repositories): removal accepted",
    ]);
    // Its tokens are already revoked, so no installation has to be suspended.
    expect(waits.at(-1)?.body).toEqual([]);
    expect(results).toEqual([
      "alive write-app: done",
      "uninstalled write-app: done",
      "ended write-app: done",
    ]);
    expect(done.slice(2, 4)).toEqual(["uninstalled 0", "uninstalled 1"]);
    expect(last?.statement).toContain("Its tokens were revoked with the installation.");
  });

  test("stays installed if the operator answers no", async () => {
    const { results, last, done, questions } = await end({
      key,
      installed: [["acme"]],
      answers: { "write-app-uninstall": false },
    });
    expect(questions["write-app-uninstall"]).toMatchObject({
      weight: "cannot be undone",
      facts: [
        {
          name: "Revokes",
          text: "every token created with the key, immediately; otherwise they stay valid for up to 1 hour",
        },
        { name: "Installed on", text: "acme (installation 0, selected repositories)" },
        { name: "Keeps", text: "the App itself and its keys" },
        { name: "Breaks", text: "its runs, until setup installs it again with the new key" },
      ],
    });
    expect(questions["write-app-uninstall"]).not.toHaveProperty("initial");
    expect(results).toEqual(["alive write-app: done", "ended write-app: done"]);
    expect(done).not.toContain("uninstalled 0");
    expect(last?.statement).toContain("Tokens created with it expire by");
  });

  test("does not count as uninstalled as long as the forge lists an installation", async () => {
    const no = new RefusedByForge({ status: 403, request: "DELETE", message: "no" });
    const { entries, last } = await end({
      key,
      installed: [["acme"]],
      uninstall: () => Promise.reject(no),
      answers: { "write-app-uninstall": true },
    });
    expect(entries[1]).toMatchObject({
      step: "uninstalled write-app",
      result: "failed",
      statement: "The App is still installed on acme (installation 0, selected repositories).",
      evidence: [`acme (installation 0, selected repositories): ${no.message}`],
    });
    expect(last?.statement).toContain("Tokens created with it expire by");
  });

  const listedWith = (thrown: Error): NonNullable<Given["deps"]> => ({
    appClient: () => {
      const { client } = forgeOf({ key });
      return { ...client, installations: () => Promise.reject(thrown) };
    },
  });

  test("is not asked about if the installations cannot be read", async () => {
    const no = new RefusedByForge({ status: 403, request: "GET", message: "no" });
    const { asked, error } = await end({ key, deps: listedWith(no) });
    expect(error).toBeUndefined();
    expect(asked).toEqual(["write-app-end-key"]);
  });

  test("does not suppress an unexpected error", async () => {
    const bug = new TypeError("a bug");
    expect((await end({ key, deps: listedWith(bug) })).error).toBe(bug);
    const { error } = await end({
      key,
      installed: [["acme"]],
      uninstall: () => Promise.reject(bug),
      answers: { "write-app-uninstall": true },
    });
    expect(error).toBe(bug);
  });
});
