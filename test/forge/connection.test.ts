import { once } from "node:events";
import { expect, test } from "vitest";
import { createForgeClient } from "../../src/forge/client.ts";
import { ConnectionClosed, openConnection } from "../../src/forge/connection.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { failureOf, openServer, send } from "./forge-bench.ts";

/** Creates a forge that accepts every request and answers none. */
async function openSilentForge() {
  const { server, origin, heard } = await openServer(() => undefined);
  const profile = resolveHost(origin);
  const ended: string[] = [];
  const connection = openConnection({
    profile,
    command: { program: ["true"], environment: {} },
    env: {},
    send,
    close: () => Promise.resolve(void ended.push("closed")),
  });
  const client = createForgeClient({ profile, send: connection.send });
  return { server, heard, connection, client, ended };
}

test("a pending request stops when its connection is closed, and is not retried", async () => {
  const { server, heard, connection, client, ended } = await openSilentForge();
  const arrived = once(server, "request");
  const failure = failureOf(client.request("GET", "/user"));
  await arrived;
  await connection.close();
  expect(await failure).toBeInstanceOf(ConnectionClosed);
  expect(await failureOf(client.request("GET", "/user"))).toBeInstanceOf(ConnectionClosed);
  expect([heard.length, ended]).toEqual([1, ["closed"]]);
});

test("a request that is stopped separately rejects with its own reason", async () => {
  const { server, connection, client } = await openSilentForge();
  const stop = new AbortController();
  const arrived = once(server, "request");
  const failure = failureOf(client.request("GET", "/user", { signal: stop.signal }));
  await arrived;
  stop.abort(new Error("stopped"));
  expect(await failure).toMatchObject({ message: "stopped" });
  await connection.close();
});

test("a write is allowed to complete, so that a revocation in progress leaves no valid token", async () => {
  const { server, origin, heard } = await openServer((request, response) => {
    if (request.method === "DELETE") response.writeHead(204).end();
  });
  const profile = resolveHost(origin);
  const command = { program: ["true"], environment: {} } as const;
  const connection = openConnection({ profile, command, env: {}, send });
  const client = createForgeClient({ profile, send: connection.send });
  const arrived = once(server, "request");
  const listing = failureOf(client.request("GET", "/installation/repositories"));
  await arrived;
  await connection.close();
  await listing;
  expect((await client.request("DELETE", "/installation/token")).status).toBe(204);
  expect(await failureOf(client.request("POST", "/graphql", { body: {} }))).toBeInstanceOf(
    ConnectionClosed,
  );
  expect(heard).toHaveLength(2);
});
