import { expect, test } from "vitest";
import { guardPool } from "../../../src/firewall/budget/guard-pool.ts";
import { openPool } from "./meter-rig.ts";

function openGuarded() {
  const { pool, used } = openPool(1);
  const guarded = guardPool(pool, new Map([["requests", 20]]));
  const message = (owed: number, wanted = 0, limit = 20) => ({
    key: "requests",
    limit,
    owed,
    wanted,
  });
  return { pool, used, guarded, message };
}

test("a share can be returned only once, by messages at the same time and in one message", async () => {
  const { pool, used, guarded, message } = openGuarded();
  await pool.exchange([message(10)]);
  expect(await guarded.exchange([message(0, 1)])).toEqual([{ granted: 10, used: 20 }]);
  await Promise.all([guarded.exchange([message(-10)]), guarded.exchange([message(-10)])]);
  expect(used()).toEqual({ requests: 10 });
  await guarded.exchange([message(0, 1)]);
  await guarded.exchange([message(-10), message(-10)]);
  expect(used()).toEqual({ requests: 10 });
});

test("a session's own limit applies if it is smaller than the approved one", async () => {
  const { guarded, message } = openGuarded();
  expect(await guarded.exchange([message(0, 1, 5)])).toEqual([{ granted: 5, used: 5 }]);
  expect(await guarded.exchange([message(0, 1, 99)])).toEqual([{ granted: 15, used: 20 }]);
});
