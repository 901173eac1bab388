import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Liveness } from "../../../src/credentials/revoke-token.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { quickPause } from "../shared/quick-pause.ts";
import { openIncident } from "./step-bench.ts";
import { end, fingerprint, page } from "./end-key-bench.ts";

describe("a key that the forge accepted during a check", () => {
  test("counts as deleted when the forge refuses it, and not before", async () => {
    const { results, last, done, asked } = await end({ key: ["works", "works", "refused"] });
    expect(results).toEqual(["alive write-app: done", "ended write-app: done"]);
    expect(last?.statement).toMatch(/^The exposed key is deleted and no longer accepted\. Tokens/);
    const [, lastEnd = ""] = /expire by (\S+)\.$/.exec(last?.statement ?? "") ?? [];
    const hour = Date.parse(last?.at ?? "") + 60 * 60_000;
    expect(Math.abs(Date.parse(lastEnd) - hour)).toBeLessThan(60_000);
    expect(last?.evidence).toEqual([
      "GET /app with the key: 200 before, 401 now",
      fingerprint,
      page,
    ]);
    expect(done).toEqual(["as Iv1.write", "tried", page, "tried", "tried"]);
    expect(asked).toEqual(["write-app-end-key"]);
  });

  test("stays if its first letters are not typed: no page opens, and the step remains open", async () => {
    const answers = { "write-app-end-key": "" };
    const { results, last, done, questions } = await end({ key: ["works"], answers });
    expect(results).toEqual(["alive write-app: done", "ended write-app: failed"]);
    expect(last?.statement).toBe("The key is not deleted yet.");
    expect(done).toEqual(["as Iv1.write", "tried"]);
    expect(questions["write-app-end-key"]).toMatchObject({
      title: "Revoke the Write App's exposed key",
      weight: "cannot be undone",
      facts: [{ name: "Revokes", text: `${fingerprint}, the exposed key` }, {}, {}],
    });
  });

  test.each<[string, Liveness, string]>([
    ["accepts it", "works", "The exposed key is not deleted yet: it still works."],
    ["does not answer", "unknown", "Could not check whether the exposed key is deleted."],
  ])("does not count as deleted while the forge %s", async (_, liveness, statement) => {
    const { results, last } = await end({
      key: ["works", liveness],
      onMoment: async ({ wait, act }) => {
        if (wait === "write-app-deletion") await act("later");
      },
    });
    expect(results).toEqual(["alive write-app: done", "ended write-app: failed"]);
    expect(last?.statement).toBe(statement);
    expect(last?.evidence).toEqual([fingerprint, page]);
  });

  test("does not count as deleted if the wait times out", async () => {
    let minutes = 0;
    const now = () => new Date(Date.parse("2026-11-21T09:00:00Z") + (minutes += 20) * 60_000);
    const pause = () => turn();
    const { results, last } = await end({ key: ["works"], deps: { now, pause } });
    expect(results).toEqual(["alive write-app: done", "ended write-app: failed"]);
    expect(last?.statement).toBe("The exposed key is not deleted yet: it still works.");
  });

  test("can be skipped at once, without waiting for the next check", async () => {
    // Longer than any wait: only the cancellation of the wait stops the pause.
    const pause = (_: number, signal?: AbortSignal) => quickPause(60_000, signal);
    const { results } = await end({
      key: ["works"],
      deps: { pause },
      press: { "write-app-deletion": "later" },
    });
    expect(results).toEqual(["alive write-app: done", "ended write-app: failed"]);
  });

  test("is not recorded as deleted if the operator stops the wait", async () => {
    const { results, error } = await end({ key: ["works"], stopDuring: "write-app-deletion" });
    expect(error).toBeInstanceOf(Cancelled);
    expect(results).toEqual(["alive write-app: done"]);
  });
});

describe("a key that the forge never accepted during a check", () => {
  const answers = { "write-app-deleted": true };

  test("does not verify its deletion by being refused, and its App is not uninstalled", async () => {
    const { results, last, asked, questions } = await end({
      answers,
      key: ["refused"],
      installed: [["acme"]],
    });
    expect(questions["write-app-deleted"]?.body).toEqual([
      "The key that you provided is rejected, but gatehouse has not seen it work before.",
      "On the App's page:",
      page,
      "1. If this is the only key, generate a new one first and keep its file.",
      `2. Press [ Delete ] next to ${fingerprint}.`,
      "An owner can suspend the App to invalidate its tokens immediately:",
      "https://github.com/organizations/acme/settings/installations/7",
    ]);
    expect(results).toEqual(["alive write-app: skipped", "ended write-app: reported"]);
    expect(last?.evidence).toEqual([page, "GET /app with the provided key: 401"]);
    expect(asked).toEqual(["write-app-deleted"]);
  });

  test("is not reported as rejected if the forge did not answer", async () => {
    const { results, last, questions } = await end({ answers, key: ["unknown"] });
    expect(questions["write-app-deleted"]?.body?.[0]).toBe(
      "Could not check whether the key that you provided still works.",
    );
    expect(results).toEqual(["alive write-app: skipped", "ended write-app: reported"]);
    expect(last?.evidence).toEqual([page]);
  });

  test("does not count as deleted if the operator answers no", async () => {
    const { last } = await end({ answers: { "write-app-deleted": false }, key: ["refused"] });
    expect(last).toMatchObject({
      result: "failed",
      statement: "The key is not deleted yet.",
      evidence: [page],
    });
  });

  const seen = { step: "alive write-app", result: "done" } as const;

  test("is verified as deleted if an earlier run saw the forge accept the same key", async () => {
    const journal = await openIncident({}, { ...seen, evidence: ["GET /app", fingerprint] });
    const { results } = await end({ journal, key: ["refused"] });
    expect(results.slice(1)).toEqual(["alive write-app: skipped", "ended write-app: done"]);
  });

  test.each([
    ["accepted another key", { ...seen, evidence: ["GET /app", "SHA256:other"] }],
    ["rejected it", { ...seen, result: "skipped", evidence: ["GET /app", fingerprint] } as const],
  ])("does not verify its deletion if the forge %s in an earlier run", async (_, attempt) => {
    const journal = await openIncident({}, attempt);
    const { results } = await end({ journal, answers, key: ["refused"] });
    expect(results.at(-1)).toBe("ended write-app: reported");
  });
});

describe("without the key", () => {
  test("the deletion is reported by the operator, and no key is tried", async () => {
    const { results, done, last, questions } = await end({
      isGone: true,
      answers: { "write-app-deleted": true },
    });
    expect(questions["write-app-deleted"]?.body?.[3]).toBe(
      "2. Press [ Delete ] next to the exposed key.",
    );
    expect(results).toEqual(["ended write-app: reported"]);
    expect(last?.evidence).toEqual([page]);
    expect(done).toEqual([page]);
  });

  test("no key is tried if the App's ID is unknown", async () => {
    const { results, done, questions } = await end({
      found: undefined as never,
      answers: { "write-app-deleted": true },
    });
    expect(questions["write-app-deleted"]?.body).toHaveLength(4);
    expect(results).toEqual(["ended write-app: reported"]);
    expect(done).toEqual(["https://github.com/organizations/acme/settings/apps"]);
  });

  test("a token minted with the key is revoked, and the key must still be deleted", async () => {
    const revoked: Secret[] = [];
    const token = new Secret(`ghs_${"a".repeat(36)}`);
    const { results } = await end({
      material: { kind: "token", secret: token },
      answers: { "write-app-revoke": true, "write-app-deleted": false },
      deps: {
        revokeToken: (each) => (revoked.push(each), Promise.resolve()),
        tryToken: () => Promise.resolve("refused"),
      },
    });
    expect(revoked).toEqual([token]);
    expect(results).toEqual(["token-ended write-app: done", "ended write-app: failed"]);
  });
});
