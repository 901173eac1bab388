import { describe, expect, test } from "vitest";
import { retryWithOperator, retryOrSkip } from "../../../flows/shared/retry-with-operator.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import type { Ask, Failure } from "../../../src/prompts/prompter.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";

const refused = () => new Incomplete("The forge refused.", [{ text: "Look at its page" }]);

/** Somebody who answers failures so, one after the other. */
function openPerson(...ways: readonly string[]) {
  const shown: Failure[] = [];
  const failure = (question: Failure) => {
    shown.push(question);
    const way = ways[shown.length - 1];
    return way === undefined ? Promise.reject(new Error("nobody answers")) : Promise.resolve(way);
  };
  return { context: { ask: { failure } as unknown as Ask }, shown };
}

/** Work that fails so often before it is done. */
function failing(times: number, error: () => Error = refused) {
  let tries = 0;
  const work = () =>
    (tries += 1) > times ? Promise.resolve(`done at ${tries}`) : Promise.reject(error());
  return { work, tries: () => tries };
}

test("what is not refused is asked about by nobody", async () => {
  const { context, shown } = openPerson();
  expect(await retryWithOperator(context, { id: "store" }, failing(0).work)).toBe("done at 1");
  expect(shown).toEqual([]);
});

test("what is refused is shown with what to do, and done again until it is done", async () => {
  const { context, shown } = openPerson("again", "again");
  expect(await retryWithOperator(context, { id: "store" }, failing(2).work)).toBe("done at 3");
  expect(shown.map(({ id, error }) => [id, error])).toEqual(
    Array.from({ length: 2 }, () => [
      "store",
      { message: "The forge refused.", hints: [{ text: "Look at its page" }] },
    ]),
  );
});

test("stopping lets the error out, and says what it means", async () => {
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

test("what somebody stopped at is not asked about further out", async () => {
  const { context, shown } = openPerson("stop");
  const inner = () => retryWithOperator(context, { id: "inner" }, failing(9).work);
  await expect(retryWithOperator(context, { id: "outer" }, inner)).rejects.toBeInstanceOf(
    Incomplete,
  );
  expect(shown.map(({ id }) => id)).toEqual(["inner"]);
});

describe("another way", () => {
  const otherWays = [{ value: "hold", label: "Hold the key" }] as const;

  test("is offered between trying again and stopping, and taken before the next try", async () => {
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

  test("is not taken by who tries again", async () => {
    const { context } = openPerson("again");
    const accept = () => Promise.reject(new Error("not chosen"));
    const done = await retryWithOperator(
      context,
      { id: "store", otherWays, perform: accept },
      failing(1).work,
    );
    expect(done).toBe("done at 2");
  });

  test("that ends the work ends it", async () => {
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
  ["a bug", () => new TypeError("a bug")],
])("%s is not retried", async (_, error) => {
  const { context, shown } = openPerson("again");
  const kind = error().constructor;
  await expect(
    retryWithOperator(context, { id: "store" }, failing(9, error).work),
  ).rejects.toBeInstanceOf(kind);
  expect(shown).toEqual([]);
});

describe("who may do without", () => {
  const instead = { value: "without", label: "Continue without it" };

  test("has what was done, once it is", async () => {
    const { context, shown } = openPerson("again");
    expect(await retryOrSkip(context, { id: "look", instead }, failing(1).work)).toBe("done at 2");
    expect(shown[0]?.options.map(({ value }) => value)).toEqual(["again", "without", "stop"]);
  });

  test("has nothing where they would rather, and it is not done again", async () => {
    const { context } = openPerson("without");
    const { work, tries } = failing(9);
    expect(await retryOrSkip(context, { id: "look", instead }, work)).toBeUndefined();
    expect(tries()).toBe(1);
  });

  test("may not where it is no way out of what went wrong", async () => {
    const { context, shown } = openPerson("stop");
    const isFor = () => false;
    const ending = retryOrSkip(context, { id: "look", instead, isFor }, failing(9).work);
    await expect(ending).rejects.toThrow("The forge refused.");
    expect(shown[0]?.options.map(({ value }) => value)).toEqual(["again", "stop"]);
  });
});
