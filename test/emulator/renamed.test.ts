import { describe, expect, test } from "vitest";
import { createApp, installApp, openForge, repositoryId, type OpenForge } from "./open-forge.ts";

const old = "/repos/acme/control";

const rename = (forge: OpenForge, name: string, path = old) =>
  forge.rest("PATCH", path, { body: { name } });

describe("a renamed repository", () => {
  test("redirects a read of its old name to its ID, with the rest of the path", async () => {
    const forge = await openForge();
    const id = await repositoryId(forge, "acme/control");
    expect((await rename(forge, "plane")).json.full_name).toBe("acme/plane");
    const { status, json, headers } = await forge.rest("GET", `${old}/actions/runs?per_page=5`);
    const url = `${forge.emulator.apiUrl}/repositories/${id}/actions/runs?per_page=5`;
    expect(status).toBe(301);
    expect(json).toMatchObject({ message: "Moved Permanently", url });
    expect(headers.get("location")).toBe(url);
  });

  test("redirects a write with its method", async () => {
    const forge = await openForge();
    await rename(forge, "plane");
    const { status } = await forge.rest("POST", `${old}/issues`, { body: { title: "Lost?" } });
    expect(status).toBe(307);
    expect((await forge.rest("GET", "/repos/acme/plane/issues")).json).toEqual([]);
  });

  test("answers any request by its ID", async () => {
    const forge = await openForge();
    const id = await repositoryId(forge, "acme/control");
    await rename(forge, "plane");
    const followed = await fetch(`${forge.emulator.apiUrl}${old}`, {
      headers: { authorization: `Bearer ${forge.emulator.userToken.reveal()}` },
    });
    expect(await followed.json()).toMatchObject({ id, full_name: "acme/plane" });
    const body = { name: "A", value: "1" };
    const variables = `/repositories/${id}/actions/variables`;
    expect((await forge.rest("POST", variables, { body })).status).toBe(201);
    expect((await forge.rest("GET", "/repos/acme/plane/actions/variables/A")).json.value).toBe("1");
    expect((await forge.rest("GET", "/repositories/1")).status).toBe(404);
  });

  test("is found by an App under its new name, and remains invisible without access", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    await installApp(forge, app, ["acme/control"]);
    await rename(forge, "plane");
    const ask = (name: string, token: string | null) =>
      forge.rest("GET", `/repos/acme/${name}`, { token });
    const covered = await forge.rest("GET", "/repos/acme/plane/installation", {
      token: app.jwt(),
    });
    expect(covered.status).toBe(200);
    expect((await ask("control/installation", app.jwt())).status).toBe(301);
    expect((await ask("control", null)).status).toBe(404);
  });

  test("frees its old name for a new repository", async () => {
    const forge = await openForge();
    await rename(forge, "plane");
    const made = await forge.rest("POST", "/orgs/acme/repos", { body: { name: "control" } });
    expect(made.status).toBe(201);
    expect((await forge.rest("GET", old)).json.id).toBe(made.json.id);
    await rename(forge, "newer");
    expect((await forge.rest("GET", old)).headers.get("location")).toContain(`/${made.json.id}`);
  });

  test("cannot be renamed to a name in use", async () => {
    const forge = await openForge();
    expect((await rename(forge, "api")).status).toBe(422);
    expect((await rename(forge, "Control")).json.full_name).toBe("acme/Control");
  });
});

describe("a transferred repository", () => {
  test("still has its old owner in the response, and then redirects to the new one", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    await installApp(forge, app, ["acme/control", "acme/api"]);
    const body = { new_owner: "mona" };
    const { status, json } = await forge.rest("POST", `${old}/transfer`, { body });
    expect([status, json.owner.login]).toEqual([202, "acme"]);
    expect((await forge.rest("GET", "/repos/mona/control")).status).toBe(200);
    expect((await forge.rest("GET", old)).status).toBe(301);
    const installed = await forge.rest("GET", "/repos/mona/control/installation", {
      token: app.jwt(),
    });
    expect(installed.status).toBe(404);
  });

  test("is moved only to an account that the user controls", async () => {
    const forge = await openForge();
    const body = { new_owner: "globex" };
    expect((await forge.rest("POST", `${old}/transfer`, { body })).status).toBe(422);
    expect((await forge.rest("GET", old)).status).toBe(200);
  });
});
