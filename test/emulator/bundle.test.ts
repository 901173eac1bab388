import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import sodium from "libsodium-wrappers";
import { expect, onTestFinished, test } from "vitest";
import type { startEmulator } from "../../emulator/emulator.ts";

/** Bundles the forge like scripts/build.mjs: split, with lazy parts in separate files. */
async function bundle(): Promise<{ startEmulator: typeof startEmulator }> {
  const folder = await mkdtemp(join(tmpdir(), "bundle-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [fileURLToPath(new URL("../../emulator/emulator.ts", import.meta.url))],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    outExtension: { ".js": ".mjs" },
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
  });
  return (await import(pathToFileURL(join(folder, "emulator.mjs")).href)) as {
    startEmulator: typeof startEmulator;
  };
}

const workflow = `on: workflow_dispatch
permissions:
  issues: read
jobs:
  check:
    runs-on: embedded
    steps:
      - run: |
          test "$KEY" = hush
          curl -sf -o /dev/null -H "Authorization: Bearer $TOKEN" "$FORGE_API_URL/repos/acme/control/issues"
        env:
          KEY: \${{ secrets.KEY }}
          TOKEN: \${{ github.token }}
`;

test("every lazily loaded part of the forge works from a bundle", async () => {
  const emulator = await (await bundle()).startEmulator();
  onTestFinished(() => emulator.close());
  const headers = { authorization: `Bearer ${emulator.userToken.reveal()}` };
  const send = async (method: string, url: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(url, init);
    const text = await response.text();
    return (text ? JSON.parse(text) : {}) as Record<string, string>;
  };
  const actions = `${emulator.apiUrl}/repos/acme/control/actions`;

  const query = { query: "{ viewer { login } }" };
  expect(await send("POST", `${emulator.origin}/graphql`, query)).toEqual({
    data: { viewer: { login: "mona" } },
  });

  await sodium.ready;
  const { key = "", key_id } = await send("GET", `${actions}/secrets/public-key`);
  const sealed = sodium.crypto_box_seal("hush", Buffer.from(key, "base64"));
  const secret = { encrypted_value: Buffer.from(sealed).toString("base64"), key_id };
  await send("PUT", `${actions}/secrets/KEY`, secret);
  const content = Buffer.from(workflow).toString("base64");
  const file = `${emulator.apiUrl}/repos/acme/control/contents/.forge/workflows/check.yml`;
  await send("PUT", file, { message: "Add a check", content });
  const start = { ref: "main", return_run_details: true };
  const { run_url = "" } = await send("POST", `${actions}/workflows/check.yml/dispatches`, start);
  const state = async () => (await send("GET", run_url))["conclusion"];
  await expect.poll(state).toBe("success");
});
