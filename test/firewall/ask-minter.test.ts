import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { PoolUnavailable } from "../../src/firewall/budget/pool.ts";
import { connectMinter } from "../../src/firewall/ask-minter.ts";
import { minterVariable } from "../../src/firewall/minter-messages.ts";
import { CredentialUnavailable } from "../../src/firewall/proxy/credential-source.ts";

test("requests fail if the process that mints exits before it responds", async () => {
  const channel = Object.assign(new EventEmitter(), { send: () => true, channel: undefined });
  const minter = connectMinter({ [minterVariable]: "" }, [], channel as unknown as NodeJS.Process);
  const source = { kind: "app", role: "read", host: "a.test", repositories: [] } as const;
  const results = Promise.allSettled([minter.exchange([]), minter.mint(source)]);
  channel.emit("disconnect");
  expect((await results).map((result) => result.status === "rejected" && result.reason)).toEqual([
    expect.any(PoolUnavailable),
    expect.any(CredentialUnavailable),
  ]);
});
