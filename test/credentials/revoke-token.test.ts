import { expect, test } from "vitest";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import { tryKey } from "../../src/credentials/revoke-token.ts";
import { ForgeUnreachable, RateLimited } from "../../src/forge/forge-errors.ts";

const request = "GET /app";
const failWith = (error: Error) => tryKey({ app: () => Promise.reject(error) });

test("a key that the forge takes works, and one that it refuses is refused", async () => {
  expect(await tryKey({ app: () => Promise.resolve({} as never) })).toEqual({ liveness: "works" });
  const refused = new KeyRefused({ status: 401, request, message: "Bad credentials" });
  expect(await failWith(refused)).toEqual({ liveness: "refused" });
});

test.each([
  ["a limit", new RateLimited({ status: 403, request, resetsAt: undefined })],
  ["silence", new ForgeUnreachable({ request, because: "it is gone" })],
])("%s tells nothing of a key, and why is answered", async (_, because) => {
  expect(await failWith(because)).toEqual({ liveness: "unknown", because });
});

test("a bug is no answer", async () => {
  await expect(failWith(new TypeError("a bug"))).rejects.toThrow("a bug");
});
