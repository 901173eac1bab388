import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createSecretKeeper } from "../../src/prompts/secret-keeper.ts";
import { Secret } from "../../src/shared/secret.ts";

test("a kept secret is found by its id until it is dropped", () => {
  const keeper = createSecretKeeper();
  const secret = new Secret("words");
  const id = keeper.keep(secret);
  expect(keeper.find(id)).toBe(secret);
  keeper.drop(id);
  expect(keeper.find(id)).toBeUndefined();
});

test("the same secret twice has two ids, and neither tells anything of it", () => {
  const keeper = createSecretKeeper();
  const ids = [keeper.keep(new Secret("words")), keeper.keep(new Secret("words"))];
  expect(new Set(ids).size).toBe(2);
  expect(inspect([ids, keeper])).not.toContain("words");
});

test("an id of another run is not found", () => {
  const id = createSecretKeeper().keep(new Secret("words"));
  expect(createSecretKeeper().find(id)).toBeUndefined();
});
