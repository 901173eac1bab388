import { describe, expect, test } from "vitest";
import { openStep } from "./precompute-bench.ts";

const never = () => 0;

describe("a rate limit stops the reading", () => {
  test("between two queries: the limit is requested once, and the rest stays incomplete", async () => {
    const step = await openStep();
    await step.addMany(200);
    const { json } = await step.rest("GET", "/rate_limit");
    const reset = json.resources.graphql.reset as number;
    await step.change({ limits: { "user:mona": { graphql: { remaining: 1 } } } });
    const found = await step.run();
    expect(found.asked).toEqual(["POST /graphql 200", "POST /graphql 200", "GET /rate_limit 200"]);
    const at = new Date(reset * 1000).toISOString();
    expect(found.document.ended).toEqual({
      reason: `this credential has no API requests left until ${at}`,
      resetsAt: at,
    });
    const states = found.document.targets.map(({ state }) => state);
    expect(states.filter((state) => state === "incomplete")).toHaveLength(75);
    expect(found.document.targets[199]?.unread).toEqual([
      {
        what: "repository",
        reason: `this credential has no API requests left until ${at}`,
      },
    ]);
    expect(found.document.targets[0]?.repository).toMatchObject({ fullName: "acme/many-0001" });
  });

  test.each([
    ["a secondary limit with a wait", { "retry-after": "60" }, (now: number) => now + 60],
    ["a secondary limit without a wait", { "x-ratelimit-remaining": "4000" }, never],
    [
      "a used-up limit",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1900000000" },
      () => 1_900_000_000,
    ],
    ["a secondary limit with an invalid wait", { "retry-after": "1e300" }, never],
    [
      "a used-up limit with an invalid reset",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9".repeat(15) },
      never,
    ],
  ])("after %s: only the remaining capacity is requested", async (_, headers, end) => {
    const step = await openStep({ targets: ["acme/api", "acme/infra"] });
    await step.addWorkflow("acme/api", "ci.yml");
    const message = "You have exceeded a secondary rate limit.";
    for (const status of [403, 429]) {
      const play = { kind: "status", status, message, headers } as const;
      step.emulator.setFaults([{ on: "POST /graphql", play }]);
      const { asked, document } = await step.run();
      expect(asked.map((line) => line.replace(/304$/, "200"))).toEqual([
        `POST /graphql ${status}`,
        "GET /rate_limit 200",
      ]);
      expect(document.targets.map(({ state }) => state)).toEqual(["incomplete", "incomplete"]);
      // The forge's clock, in whole seconds.
      const at = document.ended?.resetsAt ?? new Date(0).toISOString();
      expect(Math.abs(Date.parse(at) / 1000 - end(Date.now() / 1000))).toBeLessThan(30);
    }
  });

  test("until the reset of the second response if the first response has none", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const budget = { limit: 5000, remaining: 0, used: 5000, reset: 1_900_000_000 };
    const text = JSON.stringify({ resources: { core: budget, graphql: budget } });
    step.emulator.setFaults([
      { on: "POST /graphql", play: { kind: "status", status: 429, headers: {} } },
      { on: "GET /rate_limit", play: { kind: "body", text } },
    ]);
    const { document } = await step.run();
    expect(document.ended?.resetsAt).toBe(new Date(1_900_000_000_000).toISOString());
  });

  test("until the reset of the first response if the second response has none", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1900000000" };
    step.emulator.setFaults([
      { on: "POST /graphql", play: { kind: "status", status: 403, headers } },
      { on: "GET /rate_limit", play: { kind: "status", status: 403, headers: {} } },
    ]);
    const { document, asked } = await step.run();
    expect(asked).toEqual(["POST /graphql 403", "GET /rate_limit 403"]);
    expect(document.ended?.resetsAt).toBe(new Date(1_900_000_000_000).toISOString());
  });

  test("before a token is minted: no further request is sent", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const { env } = await step.addReadApp();
    step.emulator.setFaults([{ on: "POST /app/**", play: { kind: "secondary-limit" } }]);
    const { document, asked } = await step.run(env);
    expect(asked).toHaveLength(2);
    expect(document).toMatchObject({
      targets: [{ state: "incomplete", repository: null }],
      ended: {
        reason: `this credential has no API requests left until ${document.ended?.resetsAt ?? "?"}`,
      },
    });
  });

  test("between known and new targets: unread parts of known targets are reported", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    await step.addWorkflow("acme/api", "ci.yml");
    await step.run();
    step.write({ targets: ["acme/api", "acme/infra"] });
    step.emulator.setFaults([{ on: "POST /graphql", after: 1, play: { kind: "secondary-limit" } }]);
    const { document, asked } = await step.run();
    expect(asked).toEqual(["POST /graphql 200", "POST /graphql 403", "GET /rate_limit 200"]);
    expect(document.targets).toMatchObject([
      { state: "incomplete", unread: [{ what: "workflow states" }] },
      { state: "incomplete", unread: [{ what: "repository" }] },
    ]);
  });

  test("between two workflow lists", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/infra", "acme/web"] });
    for (const name of ["acme/api", "acme/infra", "acme/web"])
      await step.addWorkflow(name, "ci.yml");
    await step.change({ limits: { "user:mona": { core: { remaining: 1 } } } });
    const found = await step.run();
    expect(found.asked).toEqual([
      "POST /graphql 200",
      "GET /repos/acme/api/actions/workflows 200",
      "GET /repos/acme/infra/actions/workflows 403",
      "GET /rate_limit 200",
    ]);
    expect(found.document.targets.map(({ state }) => state)).toEqual([
      "complete",
      "incomplete",
      "incomplete",
    ]);
  });
});
