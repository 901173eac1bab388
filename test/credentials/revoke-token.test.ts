import { expect, test } from "vitest";
import { isTokenRefused } from "../../src/credentials/revoke-token.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { Secret } from "../../src/shared/secret.ts";

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
