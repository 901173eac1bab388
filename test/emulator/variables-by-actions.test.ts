import { expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge } from "./open-forge.ts";

test("Actions: write does not write variables, unless the forge's operators enable it", async () => {
  const forge = await openForge();
  const app = await createApp(forge, { default_permissions: { actions: "write" } });
  const installation = await installApp(forge, app, ["acme/control"]);
  const { json } = await mintToken(forge, { app, installation });
  const variables = "/repos/acme/control/actions/variables";
  const write = () =>
    forge.rest("POST", variables, { token: json.token, body: { name: "GATE", value: "1" } });
  const refusal = await write();
  expect(refusal.status).toBe(403);
  expect(refusal.json.message).toBe("Resource not accessible by integration");
  expect(refusal.headers.get("x-accepted-github-permissions")).toBe("actions_variables=write");
  await forge.control("PATCH", "world", { switches: { actionsWriteVariables: true } });
  expect((await write()).status).toBe(201);
  await forge.control("PATCH", "world", { switches: { actionsWriteVariables: false } });
  expect((await forge.rest("GET", variables, { token: json.token })).status).toBe(403);
});
