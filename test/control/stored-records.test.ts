import { describe, expect, test } from "vitest";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";
import { ForgeUnreachable, RefusedByForge } from "../../src/forge/forge-errors.ts";
import { halvesOf, readStoredRecords } from "../../src/control/stored-records.ts";
import { runCli } from "../emulator/cli-bench.ts";
import { failureOf, openBench, openOddForge } from "../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const variables = "/repos/acme/control/actions/variables";

describe("what is stored", () => {
  test("is read with the values of variables and the names of secrets", async () => {
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

  test("is read to the last page", async () => {
    const { client } = await openBench();
    for (let index = 0; index < 61; index += 1) {
      await client.request("POST", variables, { body: { name: `CP_X${index}`, value: "1" } });
    }
    expect((await readStoredRecords({ client, repository })).variables.size).toBe(61);
  });

  test.each([["{}"], ["null"], ['{"variables":{}}'], ['{"variables":[null]}']])(
    "is unknown, not nothing, when the forge answers %s",
    async (answer) => {
      const { client } = await openOddForge((_request, response) =>
        response.writeHead(200, { "content-type": "application/json" }).end(answer),
      );
      const failure = await failureOf(readStoredRecords({ client, repository }));
      expect(failure).toBeInstanceOf(ForgeUnreachable);
    },
  );

  test("that may not be read is a refusal, not an empty list", async () => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: `GET ${variables}`, play: { kind: "status", status: 403 } }]);
    expect(await failureOf(readStoredRecords({ client, repository }))).toBeInstanceOf(
      RefusedByForge,
    );
  });
});
