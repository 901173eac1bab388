import sodium from "libsodium-wrappers";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSecret } from "./open-secret.ts";
import type { World } from "../../emulator/state/world.ts";
import { openForge, type OpenForge } from "./open-forge.ts";

const actions = "/repos/acme/control/actions";

describe("variables", () => {
  const path = `${actions}/variables`;

  test("are created, changed and removed", async () => {
    const forge = await openForge();
    const value = async () => (await forge.rest("GET", `${path}/APP_ID`)).json?.value;
    expect((await forge.rest("POST", path, { body: { name: "app_id", value: "1" } })).status).toBe(
      201,
    );
    expect(await value()).toBe("1");
    expect((await forge.rest("POST", path, { body: { name: "APP_ID", value: "2" } })).status).toBe(
      409,
    );
    expect((await forge.rest("PATCH", `${path}/APP_ID`, { body: { value: "3" } })).status).toBe(
      204,
    );
    expect(await value()).toBe("3");
    expect((await forge.rest("DELETE", `${path}/APP_ID`)).status).toBe(204);
    expect((await forge.rest("GET", `${path}/APP_ID`)).status).toBe(404);
  });

  test.each([
    ["starts with a number", { name: "1A", value: "" }],
    ["has a hyphen", { name: "A-B", value: "" }],
    ["starts with the forge's prefix", { name: "GITHUB_X", value: "" }],
    ["is longer than 48 KB", { name: "A", value: "x".repeat(49_153) }],
  ])("are refused if one %s", async (_, body) => {
    const forge = await openForge();
    expect((await forge.rest("POST", path, { body })).status).toBe(422);
  });

  test("are returned page by page", async () => {
    const forge = await openForge();
    for (const name of ["A", "B", "C"])
      await forge.rest("POST", path, { body: { name, value: "1" } });
    const { json, headers } = await forge.rest("GET", `${path}?per_page=2`);
    expect(json).toMatchObject({ total_count: 3, variables: [{ name: "A" }, { name: "B" }] });
    expect(headers.get("link")).toContain(`page=2>; rel="next"`);
  });
});

async function seal(forge: OpenForge, base: string, value: string) {
  await sodium.ready;
  const { key, key_id } = (await forge.rest("GET", `${base}/secrets/public-key`)).json;
  const sealed = sodium.crypto_box_seal(value, Buffer.from(key, "base64"));
  return { encrypted_value: Buffer.from(sealed).toString("base64"), key_id };
}

describe("secrets", () => {
  test("are sealed, replaced, listed by name only and removed", async () => {
    const forge = await openForge();
    const one = `${actions}/secrets/KEY`;
    const body = await seal(forge, actions, "hush");
    expect((await forge.rest("PUT", one, { body })).status).toBe(201);
    expect((await forge.rest("PUT", one, { body })).status).toBe(204);
    const { text, json } = await forge.rest("GET", `${actions}/secrets`);
    expect(json.secrets).toMatchObject([{ name: "KEY" }]);
    expect(text).not.toContain(body.encrypted_value);
    expect((await forge.rest("DELETE", one)).status).toBe(204);
    expect((await forge.rest("GET", one)).status).toBe(404);
  });

  test("are rejected if they could not be decrypted", async () => {
    const forge = await openForge();
    const body = await seal(forge, actions, "hush");
    const put = (change: object) =>
      forge.rest("PUT", `${actions}/secrets/KEY`, { body: { ...body, ...change } });
    expect((await put({ key_id: "1" })).status).toBe(422);
    const foreign = await seal(forge, "/repos/acme/api/actions", "hush");
    expect((await put({ encrypted_value: foreign.encrypted_value })).status).toBe(422);
  });

  test("remain sealed in the state, and can be decrypted with their key", async () => {
    const folder = await mkdtemp(join(tmpdir(), "emulator-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const stateFile = join(folder, "state.json");
    const forge = await openForge({ stateFile });
    const body = await seal(forge, actions, "two\nlines");
    await forge.rest("PUT", `${actions}/secrets/KEY`, { body });
    const state = await readFile(stateFile, "utf8");
    expect(state).toContain(body.encrypted_value);
    const where = { repository: "acme/control", name: "KEY" };
    const opened = await openSecret(JSON.parse(state) as World, where);
    expect(opened?.reveal()).toBe("two\nlines");
  });

  test("require an administrator", async () => {
    const forge = await openForge();
    const { token } = (await forge.control("POST", "tokens", { user: "hubot", scopes: ["repo"] }))
      .json;
    const { status } = await forge.rest("GET", `${actions}/secrets`, { token });
    expect(status).toBe(403);
  });
});

describe("environments", () => {
  const path = "/repos/acme/control/environments/agents";

  test("contain secrets that are encrypted with their own key", async () => {
    const forge = await openForge();
    expect((await forge.rest("GET", `${path}/secrets/public-key`)).status).toBe(404);
    expect((await forge.rest("PUT", path, { body: {} })).status).toBe(200);
    const body = await seal(forge, path, "token");
    expect((await forge.rest("PUT", `${path}/secrets/TOKEN`, { body })).status).toBe(201);
    expect((await forge.rest("PUT", `${actions}/secrets/TOKEN`, { body })).status).toBe(422);
  });

  test("specify the allowed branches", async () => {
    const forge = await openForge();
    const deployment_branch_policy = { protected_branches: false, custom_branch_policies: true };
    const made = await forge.rest("PUT", path, { body: { deployment_branch_policy } });
    expect(made.json).toMatchObject({
      deployment_branch_policy,
      protection_rules: [{ type: "branch_policy" }],
    });
    const policies = `${path}/deployment-branch-policies`;
    expect((await forge.rest("POST", policies, { body: { name: "main" } })).status).toBe(200);
    expect((await forge.rest("POST", policies, { body: { name: "main" } })).status).toBe(303);
    const { json } = await forge.rest("GET", policies);
    expect(json).toMatchObject({
      total_count: 1,
      branch_policies: [{ name: "main", type: "branch" }],
    });
  });

  test("with a space in the name are found", async () => {
    const forge = await openForge();
    const spaced = "/repos/acme/control/environments/pro%20d";
    expect((await forge.rest("PUT", spaced, { body: {} })).json.name).toBe("pro d");
    expect((await forge.rest("GET", spaced)).status).toBe(200);
  });
});
