import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  engineNames,
  engineRecipes,
  placeholder,
} from "../../src/firewall/config/engine-recipes.ts";
import { readProvider } from "../../src/firewall/provider.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

const key = "sk-real-0123456789";
const url = "http://127.0.0.1:3129";

const cases = engineNames.flatMap((engine) =>
  engineRecipes[engine].keys.map(({ variable }) => ({ engine, variable })),
);

test.each(cases)("$engine gets a placeholder instead of $variable", ({ engine, variable }) => {
  const provider = readProvider({ [variable]: key, COPY: `x ${key}` }, 3129, engine);
  expect(provider.variables[variable]).toBe(placeholder);
  expect(provider.excluded).toEqual(expect.arrayContaining([variable, "COPY"]));
  expect(provider.key.reveal()).toBe(key);
  expect(provider.keyForm).toEqual({ placeholder });
  expect(provider.baseUrl.protocol).toBe("https:");
  expect(JSON.stringify(provider) + inspect(provider, { depth: 9 })).not.toContain(key);
});

test("the agent gets the sidecar's address, and the sidecar gets the caller's", () => {
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: "https://gateway.test/anthropic" };
  const { variables, baseUrl } = readProvider(env, 3129, "claude");
  expect(variables).toEqual({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: placeholder });
  expect(baseUrl.href).toBe("https://gateway.test/anthropic");
  const plain = { ...env, ANTHROPIC_BASE_URL: "http://gateway.test" };
  expect(() => readProvider(plain, 3129, "claude")).toThrow(/^ANTHROPIC_BASE_URL must be/);
});

test.each([
  ["codex", "OPENAI_API_KEY", "OPENAI_BASE_URL"],
  ["opencode", "OPENAI_API_KEY", "OPENAI_BASE_URL"],
  ["opencode", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"],
] as const)("the key of %s in %s is not sent elsewhere than to %s", (engine, variable, base) => {
  const env = { [variable]: key, [base]: "https://gateway.example/v1" };
  expect(() => readProvider(env, 3129, engine)).toThrow(`${base} names another address`);
});

test("of several keys, the agent's first one is used, and all others are withheld", () => {
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_AUTH_TOKEN: "token-0123456789" };
  const { keyVariable, excluded } = readProvider(env, 3129, "claude");
  expect(keyVariable).toBe("ANTHROPIC_AUTH_TOKEN");
  expect(excluded).toEqual(
    expect.arrayContaining(["ANTHROPIC_API_KEY", "ANTHROPIC_CUSTOM_HEADERS"]),
  );
});

test("OpenCode sends the requests of the key's provider to the sidecar", () => {
  const { passed, baseUrl } = readProvider({ OPENAI_API_KEY: key }, 3129, "opencode");
  expect(JSON.parse(passed["OPENCODE_CONFIG_CONTENT"] ?? "")).toEqual({
    provider: { openai: { options: { baseURL: `${url}/v1` } } },
  });
  expect(baseUrl.href).toBe("https://api.openai.com/v1");
});

test("Copilot CLI runs offline with the provider variables that it reads itself", () => {
  const env = {
    COPILOT_PROVIDER_BASE_URL: "https://api.openai.com/v1",
    COPILOT_PROVIDER_API_KEY: key,
    COPILOT_MODEL: "m-1",
  };
  const { passed, variables } = readProvider(env, 3129, "copilot");
  expect(passed).toEqual({ COPILOT_OFFLINE: "true", COPILOT_MODEL: "m-1" });
  expect(variables["COPILOT_PROVIDER_BASE_URL"]).toBe(url);
});

test("a sidecar without a key of the agent is an error that names its variables", () => {
  const read = () => readProvider({ AGENT_PROVIDER_API_KEY: key }, 3129, "codex");
  expect(read).toThrow(InvalidInput);
  expect(read).toThrow("CODEX_API_KEY or OPENAI_API_KEY");
});

test("Copilot CLI reads only its own variables, also if those of another naming convention are set", () => {
  const own = { COPILOT_PROVIDER_BASE_URL: "https://a.test", COPILOT_PROVIDER_API_KEY: key };
  expect(readProvider(own, 3129, "copilot").variables).toHaveProperty("COPILOT_PROVIDER_API_KEY");
  const other = { AGENT_PROVIDER_BASE_URL: "https://a.test", AGENT_PROVIDER_API_KEY: key };
  expect(() => readProvider(other, 3129, "copilot")).toThrow(
    "--engine copilot requires environment variables that are not set: COPILOT_PROVIDER_BASE_URL and COPILOT_PROVIDER_API_KEY",
  );
});
