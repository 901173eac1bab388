import { describe, expect, test } from "vitest";
import { retryWithOperator, retryOrSkip } from "../../../flows/shared/retry-with-operator.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import type { Ask, Failure } from "../../../src/prompts/prompter.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";

const refused = () => new Incomplete("The forge refused.", [{ text: "Look at its page" }]);

/** Creates an operator who answers failures in this order. */
function openPerson(...ways: readonly string[]) {
  const shown: Failure[] = [];
  const failure = (question: Failure) => {
    shown.push(question);
    const way = ways[shown.length - 1];
    return way === undefined ? Promise.reject(new Error("nobody answers")) : Promise.resolve(way);
  };
  return { context: { ask: { failure } as unknown as Ask }, shown };
}

/** Returns work that fails the given number of times and then succeeds. */
function failing(times: number, error: () => Error = refused) {
  let tries = 0;
  const work = () =>
    (tries += 1) > times ? Promise.resolve(`done at ${tries}`) : Promise.reject(error());
  return { work, tries: () => tries };
}

test("work that is not rejected causes no question", async () => {
  const { context, shown } = openPerson();
  expect(await retryWithOperator(context, { id: "store" }, failing(0).work)).toBe("done at 1");
  expect(shown).toEqual([]);
});

test("rejected work is shown with a fix, and repeated until it succeeds", async () => {
  const { context, shown } = openPerson("again", "again");
  expect(await retryWithOperator(context, { id: "store" }, failing(2).work)).toBe("done at 3");
  expect(shown.map(({ id, error }) => [id, error])).toEqual(
    Array.from({ length: 2 }, () => [
      "store",
      { message: "The forge refused.", hints: [{ text: "Look at its page" }] },
    ]),
  );
});

test("stopping throws the error and explains its consequences", async () => {
  const { context, shown } = openPerson("stop");
  const { work, tries } = failing(9);
  await expect(retryWithOperator(context, { id: "store" }, work)).rejects.toThrow(
    "The forge refused.",
  );
  expect(tries()).toBe(1);
  expect(shown[0]?.options.at(-1)).toMatchObject({
    value: "stop",
    hint: "completed steps are kept",
  });
});

test("an error at which the operator stopped is not asked about by outer steps", async () => {
  const { context, shown } = openPerson("stop");
  const inner = () => retryWithOperator(context, { id: "inner" }, failing(9).work);
  await expect(retryWithOperator(context, { id: "outer" }, inner)).rejects.toBeInstanceOf(
    Incomplete,
  );
  expect(shown.map(({ id }) => id)).toEqual(["inner"]);
});

describe("another way", () => {
  const otherWays = [{ value: "hold", label: "Hold the key" }] as const;

  test("is offered between retrying and stopping, and runs before the next attempt", async () => {
    const { context, shown } = openPerson("hold");
    const order: string[] = [];
    const { work } = failing(1);
    const accept = (way: string) => Promise.resolve(void order.push(way));
    const done = await retryWithOperator(
      context,
      { id: "store", otherWays, perform: accept, stopHint: "Lost." },
      () => {
        order.push("try");
        return work();
      },
    );
    expect(done).toBe("done at 2");
    expect(order).toEqual(["try", "hold", "try"]);
    expect(shown[0]?.options.map(({ value }) => value)).toEqual(["again", "hold", "stop"]);
    expect(shown[0]?.options.at(-1)?.hint).toBe("Lost.");
  });

  test("is not run when the operator retries", async () => {
    const { context } = openPerson("again");
    const accept = () => Promise.reject(new Error("not chosen"));
    const done = await retryWithOperator(
      context,
      { id: "store", otherWays, perform: accept },
      failing(1).work,
    );
    expect(done).toBe("done at 2");
  });

  test("ends the work if the other way completes it", async () => {
    const { context } = openPerson("hold");
    const accept = () => Promise.reject(new Error("it is held now"));
    const waiting = retryWithOperator(
      context,
      { id: "store", otherWays, perform: accept },
      failing(9).work,
    );
    await expect(waiting).rejects.toThrow("it is held now");
  });
});

test.each([
  ["Back", () => new Back()],
  ["a Ctrl-C", () => new Cancelled()],
  ["an unexpected error", () => new TypeError("a bug")],
])("%s is not retried", async (_, error) => {
  const { context, shown } = openPerson("again");
  const kind = error().constructor;
  await expect(
    retryWithOperator(context, { id: "store" }, failing(9, error).work),
  ).rejects.toBeInstanceOf(kind);
  expect(shown).toEqual([]);
});

describe("optional work", () => {
  const instead = { value: "without", label: "Continue anyway" };

  test("returns its result if it succeeds", async () => {
    const { context, shown } = openPerson("again");
    expect(await retryOrSkip(context, { id: "look", instead }, failing(1).work)).toBe("done at 2");
    expect(shown[0]?.options.map(({ value }) => value)).toEqual(["again", "without", "stop"]);
  });

  test("returns nothing and is not repeated if the operator skips it", async () => {
    const { context } = openPerson("without");
    const { work, tries } = failing(9);
    expect(await retryOrSkip(context, { id: "look", instead }, work)).toBeUndefined();
    expect(tries()).toBe(1);
  });

  test("cannot be skipped if skipping does not solve the problem", async () => {
    const { context, shown } = openPerson("stop");
    const isFor = () => false;
    const ending = retryOrSkip(context, { id: "look", instead, isFor }, failing(9).work);
    await expect(ending).rejects.toThrow("The forge refused.");
    expect(shown[0]?.options.map(({ value }) => value)).toEqual(["again", "stop"]);
  });
});
