import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createSecretVault } from "../../src/prompts/secret-vault.ts";
import { Secret } from "../../src/shared/secret.ts";

test("a stored secret is found by its ID until it is deleted", () => {
  const vault = createSecretVault();
  const secret = new Secret("words");
  const id = vault.keep(secret);
  expect(vault.find(id)).toBe(secret);
  vault.drop(id);
  expect(vault.find(id)).toBeUndefined();
});

test("storing a secret twice creates two IDs, which reveal nothing about the secret", () => {
  const vault = createSecretVault();
  const ids = [vault.keep(new Secret("words")), vault.keep(new Secret("words"))];
  expect(new Set(ids).size).toBe(2);
  expect(inspect([ids, vault])).not.toContain("words");
});

test("an ID from another run is not found", () => {
  const id = createSecretVault().keep(new Secret("words"));
  expect(createSecretVault().find(id)).toBeUndefined();
});
