import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { readProvider } from "../../src/firewall/provider.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

const key = "sk-test-0123456789";
const env = {
  AGENT_PROVIDER_BASE_URL: "https://api.example.com/v1/",
  AGENT_PROVIDER_TYPE: "anthropic",
  AGENT_PROVIDER_API_KEY: key,
};

test("the command gets the sidecar's address and a placeholder, never the key", () => {
  const provider = readProvider(env, 3129);
  expect(provider.variables).toEqual({
    AGENT_PROVIDER_BASE_URL: "http://127.0.0.1:3129",
    AGENT_PROVIDER_TYPE: "anthropic",
    AGENT_PROVIDER_API_KEY: "kept-outside-by-gatehouse",
  });
  expect(JSON.stringify(provider) + inspect(provider, { depth: 9 })).not.toContain(key);
});

test("each variable that contains the key is excluded, whichever variable the key was read from", () => {
  const { excluded } = readProvider({ ...env, OPENAI_KEY: key, LINE: `key=${key}`, OTHER: "x" }, 1);
  expect(new Set(excluded)).toEqual(
    new Set(["AGENT_PROVIDER_API_KEY", "COPILOT_PROVIDER_API_KEY", "OPENAI_KEY", "LINE"]),
  );
});

test("the forge's own variable names are also accepted", () => {
  const { variables, type } = readProvider(
    { COPILOT_PROVIDER_BASE_URL: "https://api.example.com", COPILOT_PROVIDER_API_KEY: key },
    1,
  );
  expect(Object.keys(variables)).toContain("COPILOT_PROVIDER_API_KEY");
  expect(variables["COPILOT_PROVIDER_BASE_URL"]).toBe("http://127.0.0.1:1");
  expect(type).toBe("openai");
});

describe("an incomplete provider is rejected, without its values in the error:", () => {
  test.each([
    [
      {},
      "--enable-api-proxy requires environment variables that are not set: AGENT_PROVIDER_BASE_URL and AGENT_PROVIDER_API_KEY.",
    ],
    [
      { ...env, AGENT_PROVIDER_API_KEY: "" },
      "--enable-api-proxy requires environment variables that are not set: AGENT_PROVIDER_API_KEY.",
    ],
    [
      { ...env, AGENT_PROVIDER_BASE_URL: "http://api.example.com" },
      "AGENT_PROVIDER_BASE_URL must be a valid https:// URL without a user, query or fragment.",
    ],
    [
      { ...env, AGENT_PROVIDER_BASE_URL: `https://u:${key}@api.example.com` },
      "AGENT_PROVIDER_BASE_URL must be a valid https:// URL without a user, query or fragment.",
    ],
    [
      { ...env, AGENT_PROVIDER_BASE_URL: `https://api.example.com/?k=${key}` },
      "AGENT_PROVIDER_BASE_URL must be a valid https:// URL without a user, query or fragment.",
    ],
    [
      { ...env, AGENT_PROVIDER_BASE_URL: "nonsense" },
      "AGENT_PROVIDER_BASE_URL must be a valid https:// URL without a user, query or fragment.",
    ],
  ])("%j", (given, message) => {
    const read = () => readProvider(given, 1);
    expect(read).toThrow(InvalidInput);
    expect(read).toThrow(message);
    expect(read).not.toThrow(key);
  });
});
