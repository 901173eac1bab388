import { describe, expect, test } from "vitest";
import { isDue, recordStep, type Outcome } from "../../../flows/exposed/record-step.ts";
import type { ExposureResult } from "../../../src/plane/exposed/exposure.ts";
import { InvalidInput, Cancelled } from "../../../src/shared/errors.ts";
import { at, openIncident, respondWith, type Given } from "./step-bench.ts";

const done: Outcome = { result: "done", statement: "It is so.", evidence: ["seen"] };
const token = `github_pat_${"a1".repeat(41)}`;

const search = (work: () => Promise<Outcome>, given: Given = {}) =>
  respondWith((response) => recordStep(response, { step: "search" }, work), given);

describe("an attempt", () => {
  test("is recorded with its author, its time and its result", async () => {
    const { last, marks } = await search(() => Promise.resolve(done), {
      situation: { who: "hubot" },
    });
    expect(last).toEqual({
      step: "search",
      at: expect.any(String) as string,
      by: "hubot",
      ...done,
    });
    expect(Date.parse(last?.at ?? "")).toBeGreaterThan(Date.parse(at));
    expect(marks).toEqual([{ name: "Search", state: "done", summary: "It is so" }]);
  });

  test.each(["done", "reported", "skipped", "failed"] as const)(
    "with the result %s is marked with that result",
    async (result) => {
      const { marks } = await search(() => Promise.resolve({ ...done, result }));
      expect(marks[0]?.state).toBe(result);
    },
  );

  test("with a partial result is marked for attention", async () => {
    const { marks } = await search(() => Promise.resolve({ ...done, result: "partial" }));
    expect(marks[0]?.state).toBe("attention");
  });

  test("leaves no credential in the record, even if the forge's message contains one", async () => {
    const { last, journal } = await search(() =>
      Promise.resolve({
        result: "failed",
        statement: `used ${token}`,
        evidence: ["fine", `"${token}"`],
      }),
    );
    expect(last).toMatchObject({ statement: "used [secret]", evidence: ["fine", '"[secret]"'] });
    expect(JSON.stringify([...journal.steps()])).not.toContain(token);
  });

  test("is recorded with its error, but without credentials, if it fails", async () => {
    const { last, error, marks } = await search(() =>
      Promise.reject(new InvalidInput(`The forge says no to ${token}.`)),
    );
    expect(error).toBeUndefined();
    expect(last).toMatchObject({
      result: "failed",
      statement: "The forge says no to [secret].",
      evidence: [],
    });
    expect(marks[0]?.state).toBe("failed");
  });

  test.each([new Cancelled("stopped"), new TypeError("a bug")])(
    "is not recorded if it stops with %s",
    async (thrown) => {
      const { error, entries } = await search(() => Promise.reject(thrown));
      expect(error).toBe(thrown);
      expect(entries).toEqual([]);
    },
  );

  test("is added to earlier attempts and does not replace them", async () => {
    const journal = await openIncident({}, { step: "search", result: "failed" });
    const { entries } = await search(() => Promise.resolve(done), { journal });
    expect(entries.map(({ result }) => result)).toEqual(["failed", "done"]);
  });

  test("is made once per round, even if a run repeats the step", async () => {
    let count = 0;
    const work = () => {
      count += 1;
      return Promise.resolve(done);
    };
    const { entries } = await respondWith(async (response) => {
      await recordStep(response, { step: "search" }, work);
      await recordStep(response, { step: "search" }, work);
      await recordStep(response, { step: "search", way: "round 2" }, work);
    });
    expect(count).toBe(2);
    expect(entries).toHaveLength(2);
  });
});

describe("a step", () => {
  const dueAfter = async (...results: ExposureResult[]) => {
    const attempts = results.map((result) => ({ step: "ended pat", result }) as const);
    const journal = await openIncident({}, ...attempts);
    return (await respondWith((response) => isDue(response, "ended pat"), { journal })).result;
  };

  test.each<[boolean, ExposureResult[]]>([
    [true, []],
    [true, ["failed"]],
    [true, ["partial"]],
    [true, ["done", "failed"]],
    [false, ["done"]],
    [false, ["reported"]],
    [false, ["skipped"]],
    [false, ["failed", "done"]],
  ])("is due: %s, after the results %o", async (isStillDue, results) => {
    expect(await dueAfter(...results)).toBe(isStillDue);
  });

  test("stays due until the end of the run if it was due at the start, so Back finds the same questions", async () => {
    const { result } = await respondWith(async (response) => {
      const before = await isDue(response, "search");
      await recordStep(response, { step: "search" }, () => Promise.resolve(done));
      return [before, await isDue(response, "search")];
    });
    expect(result).toEqual([true, true]);
  });
});
