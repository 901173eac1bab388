import { beforeEach, describe, expect, test } from "vitest";
import { findExposedApp } from "../../../src/plane/exposed/find-exposed-app.ts";
import { readSituation, readStoredAt } from "../../../src/plane/exposed/situation.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { createApp, installApp, openForge, type OpenForge } from "../../emulator/open-forge.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { putSecret } from "../../emulator/run-bench.ts";
import { someSettings } from "../control-plane-bench.ts";
import { placeIn, writeFile, writeVariable } from "./location-in.ts";

let forge: OpenForge;
beforeEach(async () => {
  forge = await openForge();
});

const home = "/repos/acme/control";
const readApp = "CP_FORGE_READ_APP_PRIVATE_KEY";
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;

async function storeSecret(name: string, environment?: string): Promise<void> {
  const { emulator } = forge;
  const env = {
    FORGE_HOST: new URL(emulator.origin).host,
    FORGE_CONFIG_DIR: emulator.cliConfigDir,
  };
  const where = environment === undefined ? [] : ["--env", environment];
  const args = ["secret", "set", name, "--repo", "acme/control", ...where];
  expect((await runCli(args, { env, stdin: "a value" })).code).toBe(0);
}

const refuse = (...paths: readonly string[]) =>
  forge.emulator.setFaults(
    paths.map((on) => ({ on, times: 0, play: { kind: "status", status: 403 } })),
  );

describe("the facts that are known before the first action", () => {
  test("include the operator, the active switches, and when each credential was stored", async () => {
    await writeVariable(forge, "CP_REVIEW_ENABLED", "true");
    await storeSecret(readApp);
    await forge.rest("PUT", `${home}/environments/control-plane`, { body: {} });
    await storeSecret("CP_FORGE_TOKEN", "control-plane");
    const situation = await readSituation(await placeIn(forge));
    expect(situation).toEqual({
      who: "mona",
      ownerKind: "organization",
      settings: undefined,
      variables: new Map([["CP_REVIEW_ENABLED", "true"]]),
      storedAt: { "read-app": time, "write-app": null, pat: time },
    });
  });

  test("include the time at which a PAT was stored in the wrong location", async () => {
    await storeSecret("CP_FORGE_TOKEN");
    expect((await readSituation(await placeIn(forge))).storedAt.pat).toEqual(time);
    await forge.rest("DELETE", `${home}/actions/secrets/CP_FORGE_TOKEN`);
    expect((await readSituation(await placeIn(forge))).storedAt.pat).toBeNull();

    const scopes = ["repo", "admin:org"];
    const { token } = (await forge.control("POST", "tokens", { user: "mona", scopes })).json;
    const rest: OpenForge["rest"] = (method, path, ask) =>
      forge.rest(method, path, { token: token as string, ...ask });
    const shared = { name: "CP_FORGE_TOKEN", value: "a token", visibility: "all" };
    await putSecret({ ...forge, rest }, "/orgs/acme/actions", shared);
    expect((await readSituation(await placeIn(forge))).storedAt.pat).toEqual(time);
  });

  test("omit the PAT if the organization's shared secrets cannot be listed", async () => {
    refuse(`GET ${home}/actions/organization-secrets`);
    expect((await readSituation(await placeIn(forge))).storedAt).not.toHaveProperty("pat");
  });

  test("include the settings and the PAT's environment from the settings", async () => {
    const settings: Settings = { ...someSettings, environment: "guarded" };
    await writeFile(forge, ".forge/control-plane.json", JSON.stringify(settings));
    await forge.rest("PUT", `${home}/environments/guarded`, { body: {} });
    await storeSecret("CP_FORGE_TOKEN", "guarded");
    const situation = await readSituation(await placeIn(forge));
    expect(situation.settings).toEqual(settings);
    expect(situation.storedAt.pat).toEqual(time);
  });

  test("omit unreadable facts, so that an incident can start without them", async () => {
    refuse("GET /user", "GET /users/*", `GET ${home}/actions/**`, `GET ${home}/environments/**`);
    await writeFile(forge, ".forge/control-plane.json", "{ not json");
    const { settingsProblem, ...situation } = await readSituation(await placeIn(forge));
    // Unreadable facts are omitted, not recorded as absent.
    expect(Object.keys(situation.storedAt)).toEqual([]);
    expect(situation).toEqual({
      who: "unknown",
      ownerKind: "organization",
      settings: undefined,
      variables: undefined,
      storedAt: {},
    });
    expect(settingsProblem).toContain(".forge/control-plane.json");
  });

  test("are not returned if a bug occurs", async () => {
    const { client, repository } = await placeIn(forge);
    const broken = { ...client, request: () => Promise.reject(new TypeError("a bug")) };
    await expect(readSituation({ client: broken, repository })).rejects.toThrow("a bug");
    // An unreadable part does not affect the others.
    for (const part of ["/user", "/contents/", "/actions/variables", "/actions/secrets/"]) {
      const half: typeof client = {
        ...client,
        request: (...given) =>
          given[1].includes(part)
            ? Promise.reject(new TypeError(`a bug in ${part}`))
            : client.request(...given),
      };
      await expect(readSituation({ client: half, repository })).rejects.toThrow(`a bug in ${part}`);
    }
  });
});

describe("the time at which a secret was stored", () => {
  test("is the secret's date, which changes if the secret is stored again", async () => {
    const location = await placeIn(forge);
    expect(await readStoredAt(location, "read-app", undefined)).toBeNull();
    await storeSecret(readApp);
    expect(await readStoredAt(location, "read-app", undefined)).toEqual(time);
    expect(await readStoredAt(location, "write-app", undefined)).toBeNull();
  });

  test("is read from the PAT's environment, as named in the settings", async () => {
    await forge.rest("PUT", `${home}/environments/guarded`, { body: {} });
    await storeSecret("CP_FORGE_TOKEN", "guarded");
    const location = await placeIn(forge);
    expect(await readStoredAt(location, "pat", { environment: "guarded" } as Settings)).toEqual(
      time,
    );
    expect(await readStoredAt(location, "pat", undefined)).toBeNull();
  });

  test("is unknown if it is unreadable, which differs from a secret that is not stored", async () => {
    refuse(`GET ${home}/actions/secrets/*`);
    await expect(readStoredAt(await placeIn(forge), "read-app", undefined)).rejects.toThrow("403");
  });
});

describe("an exposed App", () => {
  const variable = "CP_FORGE_READ_APP_ID";

  test("is identified by its stored ID, with its page and its installation", async () => {
    const app = await createApp(forge);
    const other = await createApp(forge, { name: "another" });
    await installApp(forge, other, ["acme/control"]);
    const installationId = await installApp(forge, app, ["acme/control"]);
    await writeVariable(forge, variable, app.clientId);
    expect(await findExposedApp(await placeIn(forge), "read")).toEqual({
      clientId: app.clientId,
      slug: app.slug,
      installationId,
    });
  });

  test("is identified only by its ID if installations cannot be listed", async () => {
    await writeVariable(forge, variable, "Iv1.read");
    refuse("GET /orgs/acme/installations");
    expect(await findExposedApp(await placeIn(forge), "read")).toEqual({
      clientId: "Iv1.read",
      slug: undefined,
      installationId: undefined,
    });
  });

  test("is unknown without its ID, or if the ID cannot be read", async () => {
    expect(await findExposedApp(await placeIn(forge), "read")).toBeUndefined();
    await writeVariable(forge, variable, "Iv1.read");
    refuse(`GET ${home}/actions/variables`);
    expect(await findExposedApp(await placeIn(forge), "read")).toBeUndefined();
  });
});
