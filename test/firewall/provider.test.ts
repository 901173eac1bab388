import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { readProvider } from "../../src/firewall/provider.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

const key = "sk-test-0123456789";
const credentialNames = ["AGENT", "COPILOT"].flatMap((name) =>
  ["API_KEY", "BEARER_TOKEN", "HEADERS"].map((kind) => `${name}_PROVIDER_${kind}`),
);
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
  expect(new Set(excluded)).toEqual(new Set([...credentialNames, "OPENAI_KEY", "LINE"]));
});

test("all credentials of a provider are excluded, also those that the sidecar does not use", () => {
  const more = {
    AGENT_PROVIDER_BEARER_TOKEN: "eyJ0eXAi.bearer",
    AGENT_PROVIDER_HEADERS: "{}",
    AGENT_PROVIDER_CLIENT_SECRET: "secret-0123456789",
    TOKEN_COPY: "eyJ0eXAi.bearer",
    UNUSED_KEY_COPY: `key=${key}`,
    SECRET_COPY: "secret-0123456789",
    JSON: "{}",
    AGENT_PROVIDER_MAX_OUTPUT_TOKENS: "5",
  };
  const { excluded, key: used, keyForm } = readProvider({ ...env, ...more }, 1);
  expect(new Set(excluded)).toEqual(
    new Set([
      ...credentialNames,
      "AGENT_PROVIDER_CLIENT_SECRET",
      "TOKEN_COPY",
      "UNUSED_KEY_COPY",
      "SECRET_COPY",
    ]),
  );
  expect([used.reveal(), keyForm]).toEqual(["eyJ0eXAi.bearer", "bearer"]);
});

test("the engine gets its model and the form of its requests, without the credential", () => {
  const more = { AGENT_PROVIDER_WIRE_API: "responses", AGENT_MODEL: "m-1", OTHER: "x" };
  expect(readProvider({ ...env, ...more }, 1).passed).toEqual({
    AGENT_PROVIDER_WIRE_API: "responses",
    AGENT_MODEL: "m-1",
  });
});

test.each(["azure", "cloud"])("a key of the type %s is sent as api-key", (type) => {
  expect(readProvider({ ...env, AGENT_PROVIDER_TYPE: type }, 1).keyForm).toBe("api-key");
});

test("variables of both naming conventions are an error that names one of each", () => {
  const read = () => readProvider({ ...env, COPILOT_PROVIDER_TYPE: "azure" }, 1);
  expect(read).toThrow(InvalidInput);
  expect(read).toThrow(/^AGENT_PROVIDER_BASE_URL and COPILOT_PROVIDER_TYPE belong to different/);
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

test("a key is used without surrounding white space, and its copies are excluded", () => {
  const spaced = { ...env, AGENT_PROVIDER_API_KEY: ` ${key}\n`, COPY: key };
  const provider = readProvider(spaced, 1);
  expect(provider.key.reveal()).toBe(key);
  expect(provider.excluded).toContain("COPY");
});

test("a short key is excluded only where it is the complete value", () => {
  const short = { ...env, AGENT_PROVIDER_API_KEY: "local", PATH: "/usr/local/bin", COPY: "local" };
  const { excluded } = readProvider(short, 1);
  expect(excluded).toContain("COPY");
  expect(excluded).not.toContain("PATH");
});

test.each(["two\nlines", "a\u00a0b", "schlüssel"])(
  "a key that no header can contain is rejected, without repeating it: %j",
  (text) => {
    const read = () => readProvider({ ...env, AGENT_PROVIDER_API_KEY: text }, 1);
    expect(read).toThrow(/AGENT_PROVIDER_API_KEY is not a valid key/);
    expect(read).not.toThrow(text);
  },
);

test("a key of white space only is missing", () => {
  const read = () => readProvider({ ...env, AGENT_PROVIDER_API_KEY: " " }, 1);
  expect(read).toThrow("AGENT_PROVIDER_API_KEY");
});
