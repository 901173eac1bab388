import { expect, test } from "vitest";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import { isTokenRefused, tryKey } from "../../src/credentials/revoke-token.ts";
import { ForgeUnreachable, RateLimited } from "../../src/forge/forge-errors.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { Secret } from "../../src/shared/secret.ts";

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

test.each([
  [200, false],
  [401, true],
  // Nobody knows whether it works still.
  [403, false],
])("a token that the forge answers with %d is refused: %s", async (status, isRefused) => {
  const place = {
    profile: resolveHost("github.com"),
    fetch: () => Promise.resolve(Response.json({ message: "what the forge says" }, { status })),
  };
  expect(await isTokenRefused(place, new Secret("github_pat_leaked"))).toBe(isRefused);
});
