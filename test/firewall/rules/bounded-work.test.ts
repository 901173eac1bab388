import { describe, expect, test } from "vitest";
import { ask, policyOf } from "./compile.ts";

describe("the work for one request is bounded, for any address and any patterns", () => {
  const shapes: readonly ((index: number) => string)[] = [
    (index) => `/repos/*/x${index}/*/y`,
    (index) => `/*/*/*/*/x${index}`,
    (index) => `/**/a*a*a*a*a/x${index}`,
    (index) => `/**/info/**/refs/**/x${index}`,
    (index) => `/x${index % 2}*/*a*a*a*a*a*a/**/x`,
    (index) => `/**${"a".repeat(200)}**/x?a=${index}`,
    (index) => `/x?${"*a".repeat(8)}${index}`,
    () => `/x?${"*a".repeat(8)}*b`,
  ];
  const targets = [
    `${"/a".repeat(30_000)}/x`,
    `/${"a".repeat(60_000)}/x?${"a".repeat(10)}`,
    `/x0${"a".repeat(60_000)}/b/b/x`,
    `/x?${"a".repeat(60_000)}`,
    `/${Array.from({ length: 200 }, (_, index) => `x${index}/info/refs/`)
      .join("")
      .repeat(20)}/x`,
  ];

  test.each(shapes.map((shape) => [shape(0).slice(0, 40), shape] as const))(
    "with two hundred patterns like %s",
    async (_first, shape) => {
      const urls = Array.from({ length: 200 }, (_, index) => `https://a.test${shape(index)}`);
      const policy = await policyOf({ urls });
      const began = process.cpuUsage();
      for (const target of targets)
        expect(ask(policy, "https://a.test", target).explanation).not.toBe("");
      const { user } = process.cpuUsage(began);
      // Without a bound, some requests took minutes.
      expect(user).toBeLessThan(5_000_000);
    },
  );

  test("a pattern whose comparison exceeds the limit covers nothing, and the denial reports it", async () => {
    const slow = Array<string>(20).fill("https://a.test/*a*a*a*b/x");
    const target = `/${"a".repeat(60_000)}/b/x`;
    const [first, last] = await Promise.all([
      policyOf({ urls: ["https://a.test/a*/b/x", ...slow] }),
      policyOf({ urls: [...slow, "https://a.test/a*/b/x"] }),
    ]);
    expect(ask(first, "https://a.test", target)).toMatchObject({ allowed: true });
    expect(ask(last, "https://a.test", target)).toMatchObject({
      reason: "no-pattern",
      explanation: "matching the URL takes too many steps",
    });
    expect(ask(last, "https://a.test", "/a/b/x")).toMatchObject({ allowed: true });
  });

  test("the explanation of a long path still names the host and the path's beginning", async () => {
    const policy = await policyOf({ urls: ["https://a.test/*/x"] });
    const { explanation } = ask(policy, "https://a.test", `/${"b/".repeat(30_000)}x`);
    expect(explanation).toMatch(/^no pattern for a\.test covers \/b\/b\/[b/]*…$/);
  });
});
