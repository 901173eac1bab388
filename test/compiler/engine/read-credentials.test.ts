import { describe, expect, test } from "vitest";
import { readBlock } from "./read-block.ts";

const pem =
  "-----BEGIN RSA PRIVATE KEY-----\\nMIIEowIBAAKCAQEA0123456789abcdef\\n-----END RSA PRIVATE KEY-----";

const app = (fields: string, brand: "forge" | "github" = "forge") =>
  readBlock(`engine:\n  ${brand}-app-token: {${fields}}`, brand);
const provider = (fields: string, more = "") =>
  readBlock(`engine:\n  provider: {${fields}}\n${more}`);
const base = "base-url: 'https://models.example.com/v1'";
const messages = (found: readonly { message: string }[]) =>
  found.map(({ message }) => message).join("\n");

describe("the App block", () => {
  test("has its defaults", () => {
    expect(app("app-id: 1234567, owner: octo-org").engine?.appToken).toEqual({
      appId: "1234567",
      owner: "octo-org",
      skipRevocation: false,
      privateKey: "FORGE_APP_PRIVATE_KEY",
    });
    expect(app("app-id: 5, owner: a", "github").engine?.appToken?.privateKey).toBe(
      "GITHUB_APP_PRIVATE_KEY",
    );
  });

  test.each([
    ["app-id: '1234567'", { appId: "1234567" }],
    ["app-id: 9007199254740993", { appId: "9007199254740993" }],
    ["app-id: 9223372036854775807", { appId: "9223372036854775807" }],
    ["app-id: Iv23liAbCdEf", { appId: "Iv23liAbCdEf" }],
    ["app-id: Iv1.0a1b2c3d", { appId: "Iv1.0a1b2c3d" }],
    ["app-id: 5, repositories: [web, a.b_c]", { repositories: ["web", "a.b_c"] }],
    [
      "app-id: 5, api-url: 'https://forge.acme.example/api/v3/'",
      { apiUrl: "https://forge.acme.example/api/v3" },
    ],
    ["app-id: 5, skip-token-revocation: true", { skipRevocation: true }],
    ["app-id: 5, private-key: acme-app.key_1", { privateKey: "acme-app.key_1" }],
  ])("{%s} is accepted", (fields, expected) => {
    const { engine, errors, warnings } = app(`${fields}, owner: acme`);
    expect([...errors, ...warnings]).toEqual([]);
    expect(engine?.appToken).toMatchObject(expected);
  });

  test.each([
    ["owner: acme", '"forge-app-token" has no "app-id"'],
    ["app-id: 5", '"forge-app-token" has no "owner"'],
    ["app-id: 0, owner: acme", '"0" is not a valid App ID'],
    ["app-id: 0123, owner: acme", '"0123" is not a valid App ID'],
    ["app-id: '0123', owner: acme", '"0123" is not a valid App ID'],
    ["app-id: 0x1F, owner: acme", '"0x1F" is not a valid App ID'],
    ["app-id: 1e6, owner: acme", '"1e6" is not a valid App ID'],
    ["app-id: 1.5, owner: acme", '"1.5" is not a valid App ID'],
    ["app-id: -5, owner: acme", '"-5" is not a valid App ID'],
    ["app-id: 9223372036854775808, owner: acme", "is not a valid App ID"],
    ["app-id: $(APP_ID), owner: acme", "is not a valid App ID"],
    ["app-id: true, owner: acme", "is not a valid App ID"],
    ["app-id: , owner: acme", "has no value"],
    ["app-id: 5, owner: acme/web", "contains an owner"],
    ["app-id: 5, owner: -acme", "starts with a dash: the engine would treat it as an option"],
    ["app-id: 5, owner: a..b", 'contains "..", which can leave the directory'],
    ["app-id: 5, owner: 7", "is a number"],
    ["app-id: 5, owner: acme, repositories: []", "is an empty list"],
    ["app-id: 5, owner: acme, repositories: web", "is a string; repository names must be a list"],
    ["app-id: 5, owner: acme, repositories: [acme/web]", "contains an owner"],
    ["app-id: 5, owner: acme, repositories: [web, .x]", "starts with a dot"],
    ["app-id: 5, owner: acme, api-url: 'http://a.example'", "is not encrypted"],
    ["app-id: 5, owner: acme, api-url: a.example", "is not an https address"],
    ["app-id: 5, owner: acme, api-url: 'https://'", "is not a valid address"],
    ["app-id: 5, owner: acme, api-url: 'https://a.example/?x=1'", "has a query or a fragment"],
    ["app-id: 5, owner: acme, api-url: 'https://a.example/#x'", "has a query or a fragment"],
    [
      "app-id: 5, owner: acme, api-url: 'https://u:p@a.example/'",
      "characters contains a user name or password",
    ],
    ["app-id: 5, owner: acme, api-url: 'https://$(HOST)/'", 'contains a pipeline expression: "$("'],
    ['app-id: 5, owner: acme, api-url: "https://a.example/\'x"', 'contains "\'"'],
    ["app-id: 5, owner: acme, skip-token-revocation: 'true'", "use true or false"],
    ["app-id: 5, owner: acme, skip-token-revocation: yes", "use true or false"],
    ["app-id: 5, owner: acme, private-key: $(KEY)", "is an expression"],
    ["app-id: 5, owner: acme, private-key: FORGE_APP_TOKEN", "cannot be used for the key:"],
    ["app-id: 5, owner: acme, private-key: forge.token", "cannot be used for the key:"],
    [
      "app-id: 5, owner: acme, private-key: CP_FORGE_WRITE_APP_PRIVATE_KEY",
      "cannot be used for the key:",
    ],
    ["app-id: 5, owner: acme, private-key: cp.forge.token", "cannot be used for the key:"],
    ["app-id: 5, owner: acme, private-key: System.AccessToken", "cannot be used for the key:"],
    ["app-id: 5, owner: acme, private-key: GITHUB_TOKEN", "cannot be used for the key:"],
    [`app-id: ${"9".repeat(1_000_000)}, owner: acme`, "is not a valid App ID"],
    ["app-id: 5, owner: acme, private_key: X", '"private_key" is not a key of "forge-app-token"'],
  ])("{%s} is refused", (fields, message) => {
    const { errors } = app(fields);
    expect(messages(errors)).toContain(message);
    expect(errors).toHaveLength(1);
  });

  test("a pasted key is rejected without repeating it", () => {
    const { errors } = app(`app-id: 5, owner: acme, private-key: "${pem}"`);
    expect(messages(errors)).toBe("is a key, not the name of a variable");
    expect(JSON.stringify(errors)).not.toMatch(/BEGIN|MIIE/);
  });

  test.each(["secretKey", "INPUT_KEY", "endpoint.key", "SecureFileKey"])(
    "a name with a prefix that Azure Pipelines reserves, %s, causes a warning",
    (name) => {
      const { errors, warnings } = app(`app-id: 5, owner: acme, private-key: ${name}`);
      expect(errors).toEqual([]);
      expect(messages(warnings)).toContain("starts with a reserved prefix of Azure Pipelines");
    },
  );
});

describe("a provider", () => {
  test.each([
    [base, { baseUrl: "https://models.example.com/v1", host: "models.example.com" }],
    ["base-url: 'https://MODELS.example.com:8443/$(PATH)'", { host: "models.example.com" }],
    ["base-url: 'https://mödels.example'", { host: "xn--mdels-jua.example" }],
    [`${base}, type: cloud, wire-api: responses`, { type: "cloud", wireApi: "responses" }],
    [
      `${base}, token: {service-connection: 'my conn (prod)'}`,
      { credential: { kind: "token", serviceConnection: "my conn (prod)" } },
    ],
    [
      `${base}, token: {service-connection: c, resource: 'https://models.example.com/.default'}`,
      { credential: { resource: "https://models.example.com/.default" } },
    ],
    [`${base}, api-key: $(KEY)`, { credential: { kind: "api-key-variable", text: "$(KEY)" } }],
  ])("{%s} is accepted", (fields, expected) => {
    const { engine, errors, warnings } = provider(fields);
    expect([...errors, ...warnings]).toEqual([]);
    expect(engine?.provider).toMatchObject(expected);
  });

  test("accepts the types of its naming convention", () => {
    const text = `engine:\n  provider: {${base}, type: azure}`;
    expect(readBlock(text, "github").errors).toEqual([]);
    expect(messages(readBlock(text).errors)).toContain('"azure" is not a provider type');
  });

  test.each([
    ["type: openai", '"provider" has no "base-url"'],
    ["base-url: ''", "is empty"],
    ["base-url: 'http://models.example.com'", "the credential would be sent in plain text"],
    ["base-url: 'https://u:p@models.example.com'", "characters contains a user name or password"],
    ["base-url: 'https://${{ x }}'", "contains an expression that is not evaluated in this field "],
    ["base-url: 'https://$(MY HOST)/v1'", "contains $(…) without the name of a variable"],
    ["base-url: '$[x]'", "contains an expression that is not evaluated in this field "],
    ['base-url: "https://a\\nb"', "contains a line break; only one line is allowed"],
    [`${base}, type: OpenAI`, 'Did you mean "openai"?'],
    [`${base}, wire-api: response`, 'Did you mean "responses"?'],
    [`${base}, token: {}`, '"token" has no "service-connection"'],
    [`${base}, token: {service-connection: ''}`, "is empty"],
    [
      `${base}, token: {service-connection: "it's"}`,
      "contains a quotation mark, which a script would interpret",
    ],
    [`${base}, token: {service-connection: '$(X)'}`, 'contains a pipeline expression: "$("'],
    [`${base}, token: {service-connection: ${"a".repeat(257)}}`, "longer than 256"],
    [`${base}, token: {service-connection: c, resource: models}`, "is not a valid address"],
    [
      `${base}, token: {service-connection: c, resource: 'https://a b'}`,
      "contains a space Allowed: letters, digits and . _ - : / % ~",
    ],
    [`${base}, token: {service-connection: c, scope: x}`, 'is not a key of "token"'],
    [`${base}, api-key: ''`, "is empty"],
    [`${base}, api-key: '\${{ x }}'`, "contains an expression that is not evaluated in this field"],
    ...[
      "$(forge_app_token)",
      "Bearer $(FORGE_APP_TOKEN)",
      "$(AW_PROVIDER_BEARER_TOKEN)",
      "$(FORGE_APP_PRIVATE_KEY)",
      "$(FORGE_TOKEN)",
      "$(GITHUB_TOKEN)",
      "$(CP_FORGE_WRITE_APP_PRIVATE_KEY)",
      "$(System.AccessToken)",
      "$(a$( Forge.Token ))",
    ].flatMap((key): [string, string][] => [
      [
        `${base}, api-key: '${key}'`,
        "which must not be sent to a provider Use a separate secret variable for the provider's key",
      ],
      [
        `base-url: 'https://models.example/${key}'`,
        "which must not be sent to a provider Use a separate secret variable for the provider's key",
      ],
    ]),
    [`${base}, api-key: $(KEY), token: {service-connection: c}`, "mutually exclusive"],
  ])("{%s} is refused", (fields, message) => {
    const { errors } = provider(fields);
    const text = errors.map((error) => `${error.message} ${error.hint ?? ""}`).join("\n");
    expect(text).toContain(message);
    expect(errors).toHaveLength(1);
  });

  test.each(["models.example.com", "'https://[::1]/v1'", "'https://'"])(
    "a base URL whose host is unknown, %s, causes a warning",
    (address) => {
      const { engine, errors, warnings } = provider(`base-url: ${address}`);
      expect(errors).toEqual([]);
      expect(engine?.provider?.host).toBeUndefined();
      expect(warnings.map(({ path }) => path)).toEqual(["engine.provider.base-url"]);
      expect(warnings[0]?.hint).toContain("network.allowed");
    },
  );

  test("a base URL with a variable as its host causes no warning yet", () => {
    const { engine, errors, warnings } = provider("base-url: 'https://$(X)'");
    expect([...errors, ...warnings]).toEqual([]);
    expect(engine?.provider).toEqual({ baseUrl: "https://$(X)" });
  });

  test("a literal key causes a warning that does not repeat it", () => {
    const { engine, errors, warnings } = provider(`${base}, api-key: sk-0123456789`);
    expect(errors).toEqual([]);
    expect(messages(warnings)).toContain(
      "is a literal key, which is visible to anyone who can read this file",
    );
    expect(JSON.stringify([warnings, engine])).not.toContain("0123456789");
  });

  test("a command substitution is not a variable, and is rejected", () => {
    const { errors } = provider(`${base}, api-key: $(cat key.txt)`);
    expect(messages(errors)).toContain("contains $(…) without the name of a variable");
  });

  test("a variable of another job causes a warning", () => {
    const { warnings } = provider(`${base}, api-key: $(Setup.KEY)`);
    expect(messages(warnings)).toContain(
      "belongs to another step or job and is not available to the engine",
    );
  });

  test("a predefined variable of Azure Pipelines is accepted", () => {
    expect(provider(`${base}, api-key: $(K)-$(Build.BuildId)`).warnings).toEqual([]);
  });

  test.each(["api-key: '$(ACME-Key)'", "base-url: 'https://a.example/$(acme-key)'"])(
    "the App's private key is rejected in a provider field: %s",
    (field) => {
      const { errors } = readBlock(
        `engine:\n  forge-app-token: {app-id: 5, owner: a, private-key: acme-key}\n  provider: {${field.startsWith("base") ? "" : `${base}, `}${field}}`,
      );
      expect(messages(errors)).toContain(
        "contains the App's private key, which must not be sent to a provider",
      );
    },
  );

  test("cannot be combined with variables that configure a provider manually", () => {
    const { errors } = provider(base, "  env: {AGENT_PROVIDER_TYPE: openai, agent_provider_x: y}");
    expect(errors.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'engine.env.AGENT_PROVIDER_TYPE: "AGENT_PROVIDER_TYPE" and "provider" are mutually exclusive',
      'engine.env.agent_provider_x: "agent_provider_x" and "provider" are mutually exclusive',
    ]);
  });
});
