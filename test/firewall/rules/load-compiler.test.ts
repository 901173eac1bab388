import { expect, test } from "vitest";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import { loadCompiler } from "../../../src/firewall/rules/load-compiler.ts";

test("rules have the same result if they are all compiled at once", async () => {
  const compile = await loadCompiler();
  const texts = ["example.com", "*.co.uk", "api.example.test:8443", "*.example", "localhost", "*"];
  for (const text of texts) {
    const options = { allowDomains: [{ id: "1", text }] };
    const { problems } = await compilePolicy(options);
    expect(compile(options).problems).toEqual(problems);
  }
});
