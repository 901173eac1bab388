import { expect, test } from "vitest";
import { revokeInstallationToken } from "../../../src/forge/resources/tokens.ts";
import { failureOf, openOddForge } from "../forge-bench.ts";

const revoke = async (status: number) => {
  const { client } = await openOddForge((_, response) => response.writeHead(status).end());
  return revokeInstallationToken(client);
};

test.each([
  [204, "revoked"],
  [401, "expired"],
  [404, "expired"],
])("a revocation that is answered with %d succeeds: the token %s", async (status, result) => {
  expect(await revoke(status)).toBe(result);
});

test.each([403, 500])("%d does not count as a revocation", async (status) => {
  expect((await failureOf(revoke(status))).message).toContain(String(status));
});
