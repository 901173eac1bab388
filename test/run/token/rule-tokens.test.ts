import { expect, test } from "vitest";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { createSendOnce } from "../../../src/forge/send-once.ts";
import { createRuleTokens } from "../../../src/run/token/rule-tokens.ts";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";

async function prepare() {
  const forge = await openForge();
  const app = await createApp(forge, { default_permissions: readAppCeiling });
  await installApp(forge, app, ["acme/web"]);
  const env = {
    CP_FORGE_READ_APP_ID: app.clientId,
    CP_FORGE_READ_APP_PRIVATE_KEY: app.pem,
    FORGE_API_URL: forge.emulator.apiUrl,
  };
  const request = { role: "read", repositories: ["acme/web"], host: "a.test" } as const;
  const works = async (token: string) =>
    (await forge.rest("GET", "/installation/repositories", { token })).status === 200;
  return { env, request, works };
}

test("a token that is still being minted at the end is revoked, and later ones are refused", async () => {
  const { env, request, works } = await prepare();
  const tokens = createRuleTokens(env, createSendOnce(env));
  const minting = tokens.mint(request);
  expect(await tokens.revokeAll()).toBe(0);
  const minted = await minting;
  const token = "token" in minted ? minted.token.reveal() : "";
  expect(token).not.toBe("");
  expect(await works(token)).toBe(false);
  expect(await tokens.mint(request)).toEqual({ kind: "refused", reason: "the run is over." });
});

test("the variables of an App that are missing are listed", async () => {
  const { env, request } = await prepare();
  const { CP_FORGE_READ_APP_PRIVATE_KEY: _, ...without } = env;
  const tokens = createRuleTokens(without, createSendOnce(without));
  expect(tokens.findMissing("read")).toEqual(["CP_FORGE_READ_APP_PRIVATE_KEY"]);
  expect((await tokens.mint(request)).kind).toBe("refused");
});
