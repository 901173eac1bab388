import { expect, test } from "vitest";
import { signInAnyway } from "../../../src/plane/exposed/sign-in-anyway.ts";
import { ForgeCliFailed } from "../../../src/forge/forge-cli.ts";
import { openOddForge, send } from "../../forge/forge-bench.ts";

async function open(client: () => Promise<never>) {
  const forge = await openOddForge((_, response) => response.end("{}"));
  const signingIn = signInAnyway({ client, profile: forge.profile, send });
  return { ...forge, signingIn };
}

test("uses the account that is signed in", async () => {
  const { client, profile } = await openOddForge((_, response) => response.end("{}"));
  const signedIn = { client: () => Promise.resolve(client), profile, send };
  expect(await signInAnyway(signedIn)).toBe(client);
});

test("sends requests without a credential if no account is signed in", async () => {
  const signedOut = () => Promise.reject(new ForgeCliFailed("start", "there is no program"));
  const { signingIn, heard } = await open(signedOut);
  await (await signingIn).request("GET", "/meta");
  expect(heard.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["/api/v3/meta", undefined],
  ]);
});

test("does not treat a bug as a missing account", async () => {
  const { signingIn } = await open(() => Promise.reject(new TypeError("a bug")));
  await expect(signingIn).rejects.toThrow("a bug");
});
