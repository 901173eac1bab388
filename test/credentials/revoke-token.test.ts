import { expect, test } from "vitest";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import {
  isTokenRefused,
  revokeToken,
  tryKey,
  tryToken,
} from "../../src/credentials/revoke-token.ts";
import { ForgeUnreachable, RateLimited } from "../../src/forge/forge-errors.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { Secret } from "../../src/shared/secret.ts";
import { answerOf } from "../forge/forge-bench.ts";
import type { OneAnswer, SendOnce } from "../../src/forge/one-request.ts";

const request = "GET /app";
const failWith = (error: Error) => tryKey({ app: () => Promise.reject(error) });

test("a key is reported as valid or refused, as the forge answers", async () => {
  expect(await tryKey({ app: () => Promise.resolve({} as never) })).toEqual({ liveness: "works" });
  const refused = new KeyRefused({ status: 401, request, message: "Bad credentials" });
  expect(await failWith(refused)).toEqual({ liveness: "refused" });
});

test.each([
  ["a rate limit", new RateLimited({ status: 403, request, resetsAt: undefined })],
  ["silence", new ForgeUnreachable({ request, reason: "it is gone" })],
])("%s leaves the state of a key unknown, and the reason is returned", async (_, reason) => {
  expect(await failWith(reason)).toEqual({ liveness: "unknown", reason });
});

test("a bug is thrown, not treated as a response", async () => {
  await expect(failWith(new TypeError("a bug"))).rejects.toThrow("a bug");
});

test.each([
  [200, false],
  [401, true],
  // The state of the token is unknown.
  [403, false],
])("if the forge answers with %d, a token counts as refused: %s", async (status, isRefused) => {
  const location = {
    profile: resolveHost("github.com"),
    send: () => Promise.resolve(answerOf(status, { message: "what the forge says" })),
  };
  expect(await isTokenRefused(location, new Secret("github_pat_leaked"))).toBe(isRefused);
});

/** Creates a forge that records requests and their credentials. */
function openForge(answer: OneAnswer) {
  const heard: string[] = [];
  const send: SendOnce = ({ method, address, headers, body = "" }) => {
    const by = headers["authorization"] ?? "nobody";
    heard.push(`${method} ${address.pathname} as ${by}, ${body}`);
    return Promise.resolve(answer);
  };
  return { location: { profile: resolveHost("github.com"), send }, heard };
}

const pat = new Secret(`github_pat_${"a".repeat(82)}`);
const installation = new Secret(`ghs_${"a".repeat(36)}`);
const noContent = answerOf(204);

test("a user's token is revoked by its value, without another credential", async () => {
  const { location, heard } = openForge(answerOf(202, {}));
  await revokeToken(location, pat);
  const body = JSON.stringify({ credentials: [pat.reveal()] });
  expect(heard).toEqual([`POST /credentials/revoke as nobody, ${body}`]);
});

test("an App's token is revoked with itself", async () => {
  const { location, heard } = openForge(noContent);
  await revokeToken(location, installation);
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatch(
    new RegExp(`^DELETE /installation/token as (Bearer|token) ${installation.reveal()}, $`),
  );
});

test.each([
  ["a user's", pat, "/user"],
  ["an App's", installation, "/installation/repositories"],
])(
  "%s token is checked with a request that this kind of token can send",
  async (_, token, path) => {
    const { location, heard } = openForge(answerOf(200, { total_count: 0, repositories: [] }));
    await tryToken(location, token);
    expect(heard[0]).toContain(`GET ${path} as `);
  },
);

test("a bug before the request is thrown, not reported as an unknown token", async () => {
  const { location } = openForge(noContent);
  const broken = { ...location, profile: undefined as never };
  await expect(tryToken(broken, pat)).rejects.toThrow(TypeError);
});

test.each([
  [200, "works"],
  [401, "refused"],
  [403, "unknown"],
  [502, "unknown"],
])("if the forge answers with %d, the token's state is %s", async (status, liveness) => {
  const { location } = openForge(answerOf(status, { login: "mona" }));
  expect(await tryToken(location, pat)).toBe(liveness);
});

test("a bug during the check is thrown, not reported as the token's state", async () => {
  const { location } = openForge(answerOf(401, { login: "mona" }));
  let checks = 0;
  // The first reading determines the token's kind. At the second, a bug prevents the request.
  const reveal = () => {
    if (checks++ === 0) return pat.reveal();
    throw new RangeError("a bug");
  };
  await expect(tryToken(location, { reveal } as Secret)).rejects.toThrow("a bug");
});
