import { describe, expect, test } from "vitest";
import { mergeRules } from "../../../src/firewall/rules/budget-rule.ts";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";

const url = "https://a.test/in";

async function covers(method: string, target: string, methods?: readonly string[]) {
  const rule = { id: "1", text: url, limits: { requests: 1 }, ...(methods && { methods }) };
  const { policy } = await compilePolicy({ sslBump: true, budgetRules: [rule] });
  const asked = { scheme: "https", host: "a.test", port: 443, method, target } as const;
  return policy?.findBudgets(asked).length === 1;
}

describe("an entry of a budget", () => {
  test.each(["/in", "/in?", "/in?a=b", "/i%6e?a", "/in;x?a"])("covers %s", async (target) => {
    expect(await covers("GET", target)).toBe(true);
    expect(await covers("GET", target.replace("in", "out").replace("i%6e", "out"))).toBe(
      target.includes(";"),
    );
  });

  test.each(["POST", "post", "Post"])("covers the method %s in any case", async (method) => {
    expect(await covers(method, "/in", ["post"])).toBe(true);
    expect(await covers(method, "/in", ["PUT"])).toBe(false);
  });

  test("is merged with one that has the same URL and methods: the smaller limits apply", () => {
    const first = { id: "1", text: url, methods: ["POST", "PUT"], limits: { requests: 5 } };
    const same = { ...first, methods: ["put", "post"], limits: { requests: 9, upload: 7 } };
    const other = { id: "3", text: url, limits: { requests: 1 } };
    expect(mergeRules([first, same, other])).toEqual([
      { ...same, limits: { requests: 5, upload: 7 } },
      other,
    ]);
  });
});
