import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { Secret } from "../../src/shared/secret.ts";

test("a kept secret is found by its id until it is dropped", () => {
  const vault = createSecretVault();
  const secret = new Secret("words");
  const id = vault.keep(secret);
  expect(vault.find(id)).toBe(secret);
  vault.drop(id);
  expect(vault.find(id)).toBeUndefined();
});

test("one secret has two ids, and neither reveals anything about it", () => {
  const vault = createSecretVault();
  const ids = [vault.keep(new Secret("words")), vault.keep(new Secret("words"))];
  expect(new Set(ids).size).toBe(2);
  expect(inspect([ids, vault])).not.toContain("words");
});

test("an id of another run is not found", () => {
  const id = createSecretVault().keep(new Secret("words"));
  expect(createSecretVault().find(id)).toBeUndefined();
});
