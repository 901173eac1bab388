import { expect, test } from "vitest";
import { revokeInstallationToken } from "../../../src/forge/resources/tokens.ts";
import { failureOf, openOddForge } from "../forge-bench.ts";

const revoke = async (status: number) => {
  const { client } = await openOddForge((_, response) => response.writeHead(status).end());
  return revokeInstallationToken(client);
};

test.each([
  [204, "ended"],
  [401, "was over"],
  [404, "was over"],
])("a revocation that is answered with %d succeeds: the token %s", async (status, fate) => {
  expect(await revoke(status)).toBe(fate);
});

test.each([403, 500])("%d does not count as a revocation", async (status) => {
  expect((await failureOf(revoke(status))).message).toContain(String(status));
});
