import { expect, test } from "vitest";
import { applyEngine } from "../../src/firewall/apply-engine.ts";
import { readCommandLine } from "../../src/firewall/config/read-command-line.ts";
import { readSettings } from "../../src/firewall/config/read-settings.ts";
import { loadSettings } from "../../src/firewall/load-settings.ts";
import { claimsOf, proveSettings, requireRules } from "../../src/firewall/prove-settings.ts";
import { compilePolicy } from "../../src/firewall/rules/compile-policy.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

async function prove(
  options: Readonly<Record<string, unknown>>,
  never: string,
  env: NodeJS.ProcessEnv = {},
) {
  const { settings: read, problems: wrong } = readSettings(readCommandLine(options));
  const settings = applyEngine(read, env);
  const { policy, book } = await compilePolicy(settings);
  const loaded = { settings, problems: wrong, ...(policy && { policy, book }) };
  const proof = await proveSettings(claimsOf({ never: [never] }), { loaded, env });
  const problems = proof.problems.map(({ id, text, problem }) => `${id}: ${text} ${problem}`);
  if (problems.length > 0) return problems;
  return proof.proven.map(({ verdict }) =>
    verdict.kind === "broken"
      ? `${verdict.example.method} ${verdict.example.host}${verdict.example.target} by ${verdict.rule.id}`
      : verdict.kind,
  );
}

const provider = {
  AGENT_PROVIDER_BASE_URL: "https://llm.test/v1/",
  AGENT_PROVIDER_API_KEY: "key-0123456789",
};

test("each --never is a claim with all exceptions", () => {
  expect(claimsOf({ never: ["a.test", "b.test"], except: ["c.test", "d.test"] })).toEqual(
    ["a.test", "b.test"].map((text, index) => ({
      never: { id: `--never ${index + 1}`, text },
      except: [
        { id: "--except 1", text: "c.test" },
        { id: "--except 2", text: "d.test" },
      ],
    })),
  );
});

test("the hosts of an engine are allowed", async () => {
  expect(await prove({ engine: "gemini" }, "oauth2.googleapis.com")).toEqual([
    "GET oauth2.googleapis.com/ by --engine gemini",
  ]);
});

test.each([
  ["llm.test", "GET llm.test/v1/ by --enable-api-proxy"],
  ["https://llm.test/v1", "GET llm.test/v1 by --enable-api-proxy"],
  ["DELETE https://llm.test/v1/a/**", "DELETE llm.test/v1/a/ by --enable-api-proxy"],
  ["https://llm.test/v2/**", "holds"],
  ["http://llm.test/**", "holds"],
])("the provider of the sidecar is allowed below its path: %s", async (never, expected) => {
  expect(await prove({ enableApiProxy: true }, never, provider)).toEqual([expected]);
});

test("a provider without a path is allowed completely", async () => {
  const env = { GEMINI_API_KEY: "key-0123456789" };
  expect(await prove({ engine: "gemini" }, "PUT https://*.googleapis.com/x/y", env)).toEqual([
    "PUT generativelanguage.googleapis.com/x/y by --engine gemini",
  ]);
  expect(await prove({ engine: "gemini" }, "oauth2.googleapis.com", env)).toEqual(["holds"]);
});

test("nothing is proved about a provider that is not known", async () => {
  expect(await prove({ enableApiProxy: true }, "a.test")).toEqual([
    expect.stringContaining("--enable-api-proxy: the address of the provider is unknown"),
  ]);
});

test.each([
  ["https://llm.test//", "https://llm.test/x", "GET llm.test/x by --enable-api-proxy"],
  ["https://llm.test/a%2Fb", "https://llm.test/x", "GET llm.test/x by --enable-api-proxy"],
  ["https://llm.test/a*b", "https://llm.test/acb/**", "holds"],
])("a base URL that is not a valid pattern is considered: %s", async (baseUrl, never, expected) => {
  const env = { ...provider, AGENT_PROVIDER_BASE_URL: baseUrl };
  expect(await prove({ enableApiProxy: true }, never, env)).toEqual([expected]);
});

test("rules that do not exist prove nothing", async () => {
  const load = (options: object) => loadSettings({ ...options }, {});
  const [none, some, sidecar] = await Promise.all([
    load({}),
    load({ allowDomains: ["a.test"] }),
    load({ enableApiProxy: true }),
  ]);
  expect(() => requireRules(none)).toThrow(InvalidInput);
  for (const each of [some, sidecar]) expect(() => requireRules(each)).not.toThrow();
});
