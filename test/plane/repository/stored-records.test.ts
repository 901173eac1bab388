import { describe, expect, test } from "vitest";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../../../src/forge/forge-errors.ts";
import {
  halvesOf,
  readSharedNames,
  readStoredRecords,
} from "../../../src/plane/repository/stored-records.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { putSecret } from "../../emulator/run-bench.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { failureOf, openBench, openOddForge } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const variables = "/repos/acme/control/actions/variables";

describe("the stored records", () => {
  test("are read with the values of variables and the names of secrets", async () => {
    const { client, emulator } = await openBench();
    const body = { name: "CP_FORGE_READ_APP_ID", value: "Iv1.a" };
    await client.request("POST", variables, { body });
    const env = {
      FORGE_CONFIG_DIR: emulator.cliConfigDir,
      FORGE_HOST: new URL(emulator.origin).host,
    };
    const args = ["secret", "set", "CP_FORGE_WRITE_APP_PRIVATE_KEY", "--repo", repository.full];
    await runCli(args, { env, stdin: "a key" });
    const stored = await readStoredRecords({ client, repository });
    expect(halvesOf(stored, "read")).toEqual({ clientId: "Iv1.a", hasKey: false });
    expect(halvesOf(stored, "write")).toEqual({ clientId: undefined, hasKey: true });
  });

  test("are read up to the last page", async () => {
    const { client } = await openBench();
    for (let index = 0; index < 61; index += 1) {
      await client.request("POST", variables, { body: { name: `CP_X${index}`, value: "1" } });
    }
    expect((await readStoredRecords({ client, repository })).variables.size).toBe(61);
  });

  test.each([["{}"], ["null"], ['{"variables":{}}'], ['{"variables":[null]}']])(
    "are unknown, not empty, if the forge answers %s",
    async (answer) => {
      const { client } = await openOddForge((_request, response) =>
        response.writeHead(200, { "content-type": "application/json" }).end(answer),
      );
      const failure = await failureOf(readStoredRecords({ client, repository }));
      expect(failure).toBeInstanceOf(ForgeUnreachable);
    },
  );

  test("are reported as rejected if they are unreadable, not as an empty list", async () => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: `GET ${variables}`, play: { kind: "status", status: 403 } }]);
    expect(await failureOf(readStoredRecords({ client, repository }))).toBeInstanceOf(
      RefusedByForge,
    );
  });
});

describe("the organization's shared records", () => {
  const shared = { value: "x", visibility: "all" };
  const lists = "/repos/acme/control/actions/organization-";

  async function openShared() {
    const bench = await openBench();
    const scopes = ["repo", "admin:org"];
    const { json } = await bench.control("POST", "tokens", { user: "mona", scopes });
    const token = json.token as string;
    const rest: typeof bench.rest = (method, path, ask) =>
      bench.rest(method, path, { token, ...ask });
    return { ...bench, rest, client: bench.clientOf({ token: new Secret(token) }) };
  }

  test("are read by name, up to the last page, and only if the repository can use them", async () => {
    const bench = await openShared();
    const all = "/orgs/acme/actions";
    for (let index = 0; index < 31; index += 1) {
      const body = { name: `CP_X${index}`, ...shared };
      await bench.rest("POST", `${all}/variables`, { body });
    }
    await putSecret(bench, all, { name: "CP_FORGE_TOKEN", ...shared });
    const elsewhere = { visibility: "selected", selected_repository_ids: [] };
    await putSecret(bench, all, { name: "ELSEWHERE", ...shared, ...elsewhere });
    const found = await readSharedNames({ client: bench.client, repository });
    expect(found.variables?.size).toBe(31);
    expect(found.secrets).toEqual(new Set(["CP_FORGE_TOKEN"]));
  });

  test.each([403, 404])("are unknown, not empty, if the forge answers %s", async (status) => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: `GET ${lists}secrets`, play: { kind: "status", status } }]);
    expect(await readSharedNames({ client, repository })).toEqual({
      variables: new Set(),
      secrets: undefined,
    });
    emulator.setFaults([{ on: `GET ${lists}variables`, play: { kind: "status", status } }]);
    expect(await readSharedNames({ client, repository })).toEqual({
      variables: undefined,
      secrets: new Set(),
    });
  });

  test("are empty if a user owns the repository, whatever the forge answers", async () => {
    const { client, emulator } = await openBench();
    const notes = requireRepositoryName("mona/notes", "--repo");
    const on = "GET /repos/mona/notes/actions/organization-*";
    emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 404 } }]);
    expect(await readSharedNames({ client, repository: notes })).toEqual({
      variables: new Set(),
      secrets: new Set(),
    });
  });

  test("cause an error if a rate limit interrupts the list", async () => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: `GET ${lists}secrets`, times: 0, play: { kind: "rate-limited" } }]);
    expect(await failureOf(readSharedNames({ client, repository }))).toBeInstanceOf(RateLimited);
  });
});
