import { describe, expect, test } from "vitest";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { failureOf, openBench } from "./forge-bench.ts";

const control = "/repos/acme/control";

describe("a forge that fails for a moment", () => {
  test("receives a repeatable write again, but not while a limit applies", async () => {
    const { client, emulator } = await openBench();
    const path = `${control}/actions/variables`;
    const options = { body: { name: "CP_X", value: "1" }, isRepeatable: true };
    const written = () => emulator.requests().filter(({ method }) => method === "POST").length;
    emulator.setFaults([{ on: `POST ${path}`, times: 1, play: { kind: "status", status: 503 } }]);
    await client.request("POST", path, options);
    expect(written()).toBe(2);
    const headers = { "x-ratelimit-remaining": "0" };
    const play = { kind: "status", status: 503, headers } as const;
    emulator.setFaults([{ on: `POST ${path}`, times: 0, play }]);
    await failureOf(client.request("POST", path, options));
    expect(written()).toBe(3);
  });

  test.each([
    [true, [401, 200]],
    [false, [401]],
  ])(
    "that does not know a token yet is asked again if the token is new: %j",
    async (isNew, statuses) => {
      const { clientOf, emulator } = await openBench();
      const play = { kind: "status", status: 401 } as const;
      emulator.setFaults([{ on: `GET ${control}`, times: 1, play }]);
      await clientOf({ isNew }).request("GET", control, { accept: [401] });
      expect(emulator.requests().map(({ status }) => status)).toEqual(statuses);
    },
  );

  test("receives a repeatable write once if its response arrives damaged", async () => {
    const { client, emulator } = await openBench();
    const path = `${control}/actions/variables`;
    const play = { kind: "body", text: '{"token":' } as const;
    emulator.setFaults([{ on: `POST ${path}`, times: 0, play }]);
    const options = { body: { name: "CP_X", value: "1" }, isRepeatable: true };
    expect(await failureOf(client.request("POST", path, options))).toBeInstanceOf(ForgeUnreachable);
    expect(emulator.requests().filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("is not asked again if it rejects a token that worked before", async () => {
    const { clientOf, emulator } = await openBench();
    const client = clientOf({ isNew: true });
    await client.request("GET", control);
    const play = { kind: "status", status: 401 } as const;
    emulator.setFaults([{ on: `GET ${control}`, times: 1, play }]);
    await client.request("GET", control, { accept: [401] });
    expect(emulator.requests().map(({ status }) => status)).toEqual([200, 401]);
  });
});
