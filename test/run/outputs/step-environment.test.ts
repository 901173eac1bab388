import { expect, test } from "vitest";
import {
  chooseBearer,
  forgeOf,
  requireOwnRepository,
  secretsOf,
  signatureOf,
  withoutMacros,
} from "../../../src/run/outputs/step-environment.ts";

const pair = { CP_FORGE_WRITE_APP_ID: "Iv1.a", CP_FORGE_WRITE_APP_PRIVATE_KEY: "key" };
const engine = { FORGE_TOKEN: "a", GITHUB_TOKEN: "b", AGENT_PROVIDER_API_KEY: "c" };

test("the App takes precedence over the PAT, and an incomplete App is reported", () => {
  const env = { ...engine, CP_FORGE_TOKEN: "pat" };
  expect(chooseBearer({ ...env, ...pair }).kind).toBe("write-app");
  expect(chooseBearer({ ...env, ...pair, CP_FORGE_WRITE_APP_ID: " " })).toMatchObject({
    kind: "pat",
    skipped: "The write App is not used because CP_FORGE_WRITE_APP_ID is empty.",
  });
});

test("a token of the engine is never used, even if no other credential is set", () => {
  expect(() => chooseBearer(engine)).toThrow(
    "No credential for applying outputs. No write App is configured: CP_FORGE_WRITE_APP_ID and CP_FORGE_WRITE_APP_PRIVATE_KEY are empty.",
  );
  expect(() => chooseBearer({ ...engine, CP_FORGE_WRITE_APP_ID: "Iv1.a" })).toThrow(
    "CP_FORGE_WRITE_APP_PRIVATE_KEY is empty",
  );
});

test("the unexpanded macro of an unset variable is not used as a value", () => {
  const env = {
    CP_FORGE_TOKEN: "$(CP_FORGE_TOKEN)",
    CP_FORGE_WRITE_APP_ID: " $(Any.Name) ",
    A: "$(A) and more",
    B: "$(a)$(b)",
  };
  expect(withoutMacros(env)).toEqual({ A: "$(A) and more", B: "$(a)$(b)" });
});

test("the repository is the run's own, on the forge or in Azure Pipelines", () => {
  expect(requireOwnRepository({ BUILD_REPOSITORY_NAME: "acme/a" }).full).toBe("acme/a");
  const both = { FORGE_REPOSITORY: "acme/b", BUILD_REPOSITORY_NAME: "acme/a" };
  expect(requireOwnRepository(both).full).toBe("acme/b");
  expect(() => requireOwnRepository({})).toThrow(
    "Repository unknown: FORGE_REPOSITORY and BUILD_REPOSITORY_NAME are empty.",
  );
  expect(() => requireOwnRepository({ BUILD_REPOSITORY_NAME: "a" })).toThrow(
    '"a" is not a full repository name (owner/name).',
  );
});

test("the default forge is github.com", () => {
  expect(forgeOf({}, undefined).apiUrl).toBe("https://api.github.com");
  const env = { FORGE_API_URL: "https://forge.acme.example/api/v3" };
  expect(forgeOf(env, undefined).apiUrl).toBe(env.FORGE_API_URL);
  expect(forgeOf(env, "https://api.github.com").apiUrl).toBe("https://api.github.com");
  expect(() => forgeOf({}, "http://api.github.com")).toThrow("is not the address");
});

test("an output is signed only with the run number and the line of its proposal", () => {
  const line = { line: 3, hash: "0123456789abcdef".repeat(4) };
  expect(signatureOf({ BUILD_BUILDID: "118" }, line)).toBe(
    "Proposed by an agent in run 118, line 3 (0123456789abcdef)",
  );
  expect(signatureOf({}, line)).toBeUndefined();
  expect(signatureOf({ BUILD_BUILDID: "a\n@everyone" }, line)).toBeUndefined();
});

test("the secrets of a step exclude the App ID, the engine's tokens and empty values", () => {
  expect(secretsOf({ ...pair, ...engine, CP_FORGE_TOKEN: "" })).toHaveLength(1);
});
