import { describe, expect, test } from "vitest";
import { watchRotation } from "../../../flows/exposed/watch-rotation.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { openIncident, respondWith, type Given } from "./step-bench.ts";

const before = "2026-11-01T00:00:00Z";
const now = "2026-11-21T10:00:00Z";

type Answer = string | null | Error;

/** Creates a forge that returns these dates of the secret, one per check; the last one repeats. */
function watch(dates: readonly Answer[], storedAt: Answer | undefined, given: Given = {}) {
  const checks: string[] = [];
  const known = typeof storedAt === "string" || storedAt === null;
  return respondWith((response) => watchRotation(response, "pat"), {
    ...given,
    incident: { storedAt: known ? { pat: storedAt } : {} },
    deps: {
      storedAt: (credential) => {
        const answer = dates[Math.min(checks.length, dates.length - 1)] ?? null;
        checks.push(credential);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    },
  }).then((run) => ({ ...run, checks }));
}

const later = { answers: { "pat-rotation": "later" } };
const refusal = () => new RefusedByForge({ status: 403, request: "GET secret", message: "no" });

describe("a credential is rotated", () => {
  test("if the date of its secret changed since the incident was opened", async () => {
    const { last, asked } = await watch([now], before);
    expect(last).toMatchObject({
      step: "rotated pat",
      result: "done",
      evidence: ["storage date of CP_FORGE_TOKEN changed"],
    });
    expect(asked).toEqual([]);
  });

  test("if it was not stored before and is stored now", async () => {
    expect((await watch([now], null)).last?.result).toBe("done");
  });

  test.each<[string, Answer, Answer | undefined]>([
    ["its date is the same", before, before],
    ["it is not stored", null, before],
    ["its earlier date is unknown", now, undefined],
    ["its current date cannot be read", refusal(), before],
  ])("but not if %s", async (_, date, storedAt) => {
    const { last, asked } = await watch([date], storedAt, later);
    expect(asked).toEqual(["pat-rotation"]);
    expect(last).toMatchObject({ step: "rotated pat", result: "failed", evidence: [] });
  });

  test("but an unexpected error of the check is not suppressed", async () => {
    const bug = new TypeError("a bug");
    expect((await watch([bug], before, later)).error).toBe(bug);
  });

  test("according to the operator, and this is marked as reported", async () => {
    const { last } = await watch([before], before, { answers: { "pat-rotation": "reported" } });
    expect(last).toMatchObject({
      result: "reported",
      statement: "The operator reported that CP_FORGE_TOKEN was replaced.",
      evidence: [],
    });
  });
});

describe("an awaited rotation", () => {
  const wait = { answers: { "pat-rotation": "wait" } };

  test("is detected by a changed date, and an unreadable date is checked again", async () => {
    const { last, checks } = await watch([before, refusal(), before, now], before, wait);
    expect(last?.result).toBe("done");
    expect(checks).toEqual(Array(4).fill("pat"));
  });

  test("can be left open", async () => {
    const { last, waits } = await watch([before], before, {
      ...wait,
      press: { "pat-rotating": "later" },
    });
    expect(waits[0]?.body).toContain("  gatehouse rotate --repo acme/control --pat");
    expect(last?.result).toBe("failed");
  });
});

test("shows the command that rotates the credential, for an App and for the PAT", async () => {
  const { questions } = await respondWith((response) => watchRotation(response, "read-app"), {
    answers: { "read-app-rotation": "later" },
    deps: { storedAt: () => Promise.resolve(null) },
  });
  expect(questions["read-app-rotation"]?.body).toEqual([
    "Rotate it in another terminal:",
    "  gatehouse rotate --repo acme/control --app read",
    "gatehouse detects when CP_FORGE_READ_APP_PRIVATE_KEY is stored again.",
  ]);
});

test("a credential with a verified rotation is not checked again", async () => {
  const journal = await openIncident({}, { step: "rotated pat" });
  const { checks, asked } = await watch([before], before, { journal });
  expect({ checks, asked }).toEqual({ checks: [], asked: [] });
});
