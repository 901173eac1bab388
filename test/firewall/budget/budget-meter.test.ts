import { describe, expect, test } from "vitest";
import { isDenied, type Admission } from "../../../src/firewall/proxy/budget-gate.ts";
import { PoolUnavailable, type Pool } from "../../../src/firewall/budget/pool.ts";
import { openMeter, openPool } from "./meter-rig.ts";

type Meter = ReturnType<typeof openMeter>["meter"];

async function ask(meter: Meter): Promise<string> {
  const result = await meter.admit([]);
  return isDenied(result) ? result.explanation : "allowed";
}

/** Calls a provider, whose response reports these tokens. */
async function call(meter: Meter): Promise<Admission | undefined> {
  const result = await meter.admit([], { method: "POST", base: "/v1", target: "/v1/messages" });
  return isDenied(result) ? undefined : result;
}

function end(admission: Admission | undefined, tokens: number): void {
  admission?.usage?.received(Buffer.from(`{"usage":{"input_tokens":${tokens}}}`));
  admission?.usage?.end({ status: 200, bytesSent: 2 });
}

describe("a budget of one session", () => {
  test("counts without waiting, so that requests at the same time cannot exceed it", () => {
    const { meter } = openMeter("{ requests: 3 }");
    const results = Array.from({ length: 9 }, () => meter.admit([]));
    expect(results.map((result) => !(result instanceof Promise) && isDenied(result))).toEqual([
      ...Array<boolean>(3).fill(false),
      ...Array<boolean>(6).fill(true),
    ]);
  });

  test("exceeds the tokens only by responses that are in flight", async () => {
    const { meter } = openMeter("{ tokens: 100 }");
    const inFlight = await Promise.all([call(meter), call(meter), call(meter)]);
    inFlight.forEach((admission) => end(admission, 90));
    expect(await call(meter)).toBeUndefined();
    expect(meter.report().limits.tokens?.used).toBe(270);
    expect(await ask(meter)).toBe("allowed");
  });

  test("counts a request again before it is repeated", async () => {
    const { meter } = openMeter("{ requests: 2 }");
    const admission = await meter.admit([]);
    if (isDenied(admission)) throw new Error("denied");
    expect(await admission.repeat()).toBeUndefined();
    expect(await admission.repeat()).toMatchObject({ reason: "budget" });
  });

  test("counts minutes from the start, and closes connections once", () => {
    const { meter, pass } = openMeter("{ minutes: 1 }");
    let closed = 0;
    meter.onExpired(() => (closed += 1));
    pass(59_999);
    expect([closed, meter.admit([])]).toMatchObject([0, {}]);
    pass(1);
    expect(closed).toBe(1);
    expect(meter.admit([])).toMatchObject({ allowed: false, reason: "budget" });
  });
});

describe("a shared budget", () => {
  const text = "{ requests: 20, tokens: 1000, shared: team }";

  test("allows all sessions together exactly its limit", async () => {
    const { pool, used } = openPool();
    const meters = Array.from({ length: 4 }, () => openMeter(text, pool));
    const asked = meters.flatMap(({ meter }) => Array.from({ length: 10 }, () => ask(meter)));
    const results = await Promise.all(asked);
    expect(results.filter((result) => result === "allowed").length).toBeLessThanOrEqual(20);
    await Promise.all(meters.map(({ meter }) => meter.close()));
    const allowed = results.filter((result) => result === "allowed").length;
    expect(used()["requests"]).toBe(allowed);
  });

  test("lets a session use what another one returned, after a second", async () => {
    const { pool } = openPool(1);
    const first = openMeter(text, pool);
    const second = openMeter(text, pool);
    expect(await ask(first.meter)).toBe("allowed");
    expect(await ask(second.meter)).toBe('the shared budget "team" is spent: 20 of 20 requests');
    await first.meter.close();
    expect(await ask(second.meter)).toContain("is spent");
    second.pass(1000);
    expect(await ask(second.meter)).toBe("allowed");
  });

  test("records tokens beyond a share, for all sessions", async () => {
    const { pool, used } = openPool();
    const { meter } = openMeter(text, pool);
    end(await call(meter), 4000);
    await meter.close();
    expect(used()["tokens"]).toBe(4000);
    expect(await call(openMeter(text, pool).meter)).toBeUndefined();
    expect(meter.report().limits.tokens).toMatchObject({ used: 4000, usedByAll: 4000 });
  });

  test("contains tokens beyond a share before their session ends", async () => {
    const { pool, used } = openPool();
    end(await call(openMeter(text, pool).meter), 4000);
    expect(await call(openMeter(text, pool).meter)).toBeUndefined();
    expect(used()["tokens"]).toBe(4000);
  });

  test("loses the share of a session that is killed, but never extends the budget", async () => {
    const { pool, used } = openPool();
    for (let killed = 0; killed < 50; killed += 1) await ask(openMeter(text, pool).meter);
    expect(used()["requests"]).toBe(20);
    expect(await ask(openMeter(text, pool).meter)).toContain("20 of 20 requests");
  });

  test("is not extended by a share from before a reset", async () => {
    const { pool: store, state, used } = openPool();
    const { meter } = openMeter("{ requests: 20, shared: team }", store);
    await ask(meter);
    state.text = undefined;
    const other = openMeter("{ requests: 20, shared: team }", openPool(4, state).pool);
    await ask(other.meter);
    const before = used()["requests"];
    await meter.close();
    expect(used()["requests"]).toBe(before);
  });

  test.each([
    ["an unreadable file", "{"],
    ["another version", '{"version":2,"epoch":"a","used":{}}'],
    ["a negative amount", '{"version":1,"epoch":"a","used":{"requests":-9}}'],
    ["a text", '{"version":1,"epoch":"a","used":{"requests":"0"}}'],
    ["no amounts", '{"version":1,"epoch":"a"}'],
  ])("with %s denies every request", async (_name, broken) => {
    const { pool, state } = openPool();
    state.text = broken;
    const { meter } = openMeter(text, pool);
    expect(await ask(meter)).toBe(
      'the shared budget "team" is not available: its file is not valid',
    );
    await meter.close();
    expect(meter.report().problem).toBe("its file is not valid");
    expect(state.text).toBe(broken);
  });

  test("that cannot be reached is asked again only after a pause", async () => {
    let asked = 0;
    const pool: Pool = {
      exchange: () => {
        asked += 1;
        return Promise.reject(new PoolUnavailable("the forge did not answer"));
      },
    };
    const { meter, pass } = openMeter(text, pool);
    for (let at = 0; at < 5; at += 1)
      expect(await ask(meter)).toContain("not available: the forge did not answer");
    expect(asked).toBe(1);
    pass(1000);
    await ask(meter);
    expect(asked).toBe(2);
  });
});
