import { expect, test } from "vitest";
import type { App } from "../../../src/forge/resources/apps.ts";
import { ForgeUnreachable } from "../../../src/forge/forge-errors.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import { verifyAppKey } from "../../../src/credentials/apps/verify-app-key.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";

const app = { id: 1234567, clientId: "Iv23liAbCdEf", slug: "reader" } as App;
const verify = (answer: () => Promise<App>, appId = "1234567") =>
  verifyAppKey(() => ({ app: answer }), appId);
const refuse = (status: number, message: string) =>
  Promise.reject(new KeyRefused({ status, request: "GET /app", message }));

test.each(["1234567", "Iv23liAbCdEf"])("a key of the App with ID %s is verified", async (appId) => {
  expect(await verify(() => Promise.resolve(app), appId)).toEqual({ kind: "verified" });
});

test("a key of another App is refused even if the forge accepts it", async () => {
  const verdict = await verify(() => Promise.resolve(app), "7654321");
  expect(verdict).toMatchObject({ kind: "refused" });
  expect("error" in verdict && verdict.error.message).toContain("belongs to the App reader");
});

test.each([
  ["refused", 401, "A JSON web token could not be decoded"],
  ["refused", 404, "Integration not found"],
  ["unknown", 401, "Integration must generate a public key"],
  ["unknown", 403, "Resource protected by organization SAML enforcement"],
])("the result is %s if the forge answers with %i %s", async (kind, status, message) => {
  expect(await verify(() => refuse(status, message))).toMatchObject({ kind });
});

test("the result is unknown if the forge cannot be reached", async () => {
  const silent = () =>
    Promise.reject(new ForgeUnreachable({ request: "GET /app", reason: "no response" }));
  expect(await verify(silent)).toMatchObject({ kind: "unknown" });
  const nowhere = () => {
    throw new InvalidInput("no APIs");
  };
  expect(await verifyAppKey(nowhere, "1")).toMatchObject({ kind: "unknown" });
});

test("a bug is thrown, not returned as a result", async () => {
  await expect(verify(() => Promise.reject(new TypeError("bug")))).rejects.toThrow("bug");
});
