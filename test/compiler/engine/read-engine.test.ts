import { describe, expect, test } from "vitest";
import { readBlock, readKey } from "./read-block.ts";

const long = "a".repeat(64);

describe("the engine", () => {
  test.each([
    ["engine: agent-cli", "forge"],
    ["engine: {}", "forge"],
    ["engine: {id: agent-cli}", "forge"],
    ["engine: copilot", "github"],
    ["engine: {id: copilot}", "github"],
  ] as const)("%s is the plain one in brand %s", (yaml, brand) => {
    expect(readBlock(yaml, brand)).toEqual({
      engine: { args: [], env: [] },
      errors: [],
      warnings: [],
    });
  });

  test.each([
    ["engine: agent-cly", '"agent-cly" is no engine', 'Did you mean "agent-cli"?'],
    ["engine: Agent-CLI", '"Agent-CLI" is no engine', 'Did you mean "agent-cli"?'],
    ["engine: claude", '"claude" is no engine', 'The only engine is "agent-cli"'],
    ["engine: [agent-cli]", "is a list, no engine", 'The only engine is "agent-cli"'],
    ["engine: true", "is true or false, no engine", ""],
    ["engine: 5", "is a number, no engine", ""],
    ["engine:", "is nothing, no engine", ""],
    ["engine: {id: 5}", "is a number, no engine", ""],
    ["engine: copilot", '"copilot" is no engine', ""],
  ])("%s is refused", (yaml, message, hint) => {
    const { errors } = readBlock(yaml);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain(message);
    expect(errors[0]?.hint ?? "").toContain(hint);
  });

  test("blocks that another engine cannot have say so beside it", () => {
    const { errors } = readBlock(
      [
        "engine:",
        "  id: claude",
        "  forge-app-token: {app-id: 5, owner: acme}",
        "  provider: {base-url: 'https://models.example.com'}",
      ].join("\n"),
    );
    expect(errors.map(({ path, line, column }) => `${path} ${line}:${column}`)).toEqual([
      "engine.id 3:7",
      "engine.forge-app-token 4:3",
      "engine.provider 5:3",
    ]);
  });

  test("all that is wrong is told at once, each in its place", () => {
    const { engine, errors } = readBlock(
      ["engine:", "  modle: x", "  agent: -a", "  args: [--ok, '--prompt=x', 'a b']"].join("\n"),
    );
    expect(errors.map(({ path, line, column }) => `${path} ${line}:${column}`)).toEqual([
      "engine.modle 3:3",
      "engine.agent 4:10",
      "engine.args[1] 5:16",
      "engine.args[2] 5:30",
    ]);
    expect(errors[0]?.hint).toContain('Did you mean "model"?');
    expect(engine?.args).toEqual(["--ok"]);
  });
});

describe("what is taken", () => {
  test.each([
    ["model", "gpt-5.2", { model: "gpt-5.2" }],
    ["model", "'@cf/meta/llama-3:1'", { model: "@cf/meta/llama-3:1" }],
    ["agent", "triage_1.x:y", { agent: "triage_1.x:y" }],
    ["version", "1.2.3", { version: "1.2.3" }],
    ["version", "v1.2.3-beta_1", { version: "1.2.3-beta_1" }],
    ["version", "latest", { version: "latest" }],
    ["version", "vnext", { version: "vnext" }],
    ["api-target", "api.acme.example.com", { apiTarget: "api.acme.example.com" }],
    ["timeout-minutes", "45", { timeoutMinutes: 45 }],
    ["timeout-minutes", "4294967295", { timeoutMinutes: 4_294_967_295 }],
    ["command", "/tmp/tools/agent", { command: "/tmp/tools/agent" }],
    ["command", "./bin/agent", { command: "./bin/agent" }],
    ["args", "[]", { args: [] }],
    [
      "args",
      "['--verbose', '--level=2', '-x', 'a/b@c']",
      { args: ["--verbose", "--level=2", "-x", "a/b@c"] },
    ],
    [
      "env",
      "{A: '1', b_2: '', __proto__: x}",
      {
        env: [
          ["A", "1"],
          ["b_2", ""],
          ["__proto__", "x"],
        ],
      },
    ],
    ["env", "{AGENT_MODEL: m-1}", { env: [["AGENT_MODEL", "m-1"]] }],
  ])("%s: %s", (key, value, expected) => {
    const { engine, errors, warnings } = readKey(key, value);
    expect([...errors, ...warnings]).toEqual([]);
    expect(engine).toMatchObject(expected);
  });
});

describe("what is refused", () => {
  test.each([
    ["model", "'gpt 5'", "has a blank in it"],
    ["model", "--allow-all-urls", "begins with a dash"],
    ["model", "$(MODEL)", 'has "$" in it'],
    ["model", '""', "is empty"],
    ["model", "5", "is a number; a text belongs here"],
    ["model", "", "has no value"],
    ["model", "[a]", "is a list; a text belongs here"],
    ["agent", "a/b", 'has "/" in it'],
    ["agent", "a..b", "has two dots together"],
    ["agent", "-a", "begins with a dash"],
    ["version", "1.10", "is a number; a text belongs here"],
    ["version", "1", "is a number; a text belongs here"],
    ["version", "-1.2.3", "begins with a dash"],
    ["version", "'...'", "two dots together"],
    ["version", "'.'", "names no version"],
    ["version", "v", "names no version"],
    ["version", "a/b", 'has "/" in it'],
    ["version", "V", "names no version"],
    ["version", "Latest", "is no version"],
    ["version", "vlatest", "is no version"],
    ["api-target", "https://api.example.com", "is an address"],
    ["api-target", "api.example.com:8443", "is more than a host"],
    ["api-target", "api.example.com/v3", "is more than a host"],
    ["api-target", "'*.example.com'", 'has "*" in it'],
    ["api-target", "a..example.com", "empty label"],
    ["api-target", "-a.example.com", "begins or ends with a hyphen"],
    ["api-target", "a.example.com.", "ends with a dot"],
    ["api-target", `${long}.example.com`, "more than 63"],
    ["api-target", Array.from({ length: 50 }, () => "abcdef").join("."), "more than 253"],
    ["api-target", "a,b", 'has "," in it'],
    ["timeout-minutes", "0", "lifts the limit"],
    ["timeout-minutes", "-1", "is less than 1"],
    ["timeout-minutes", "1.5", "no whole number"],
    ["timeout-minutes", "'5'", "no whole number"],
    ["timeout-minutes", "012", "no whole number"],
    ["timeout-minutes", "0x10", "no whole number"],
    ["timeout-minutes", "1e3", "no whole number"],
    ["timeout-minutes", "4294967296", "is more than"],
    ["command", "../agent", "leads upwards"],
    ["command", "/tmp/../agent", "leads upwards"],
    ["command", "-agent", "begins with a dash"],
    ["command", "'agent --x'", "has a blank in it"],
    ["command", "./", "names no program"],
    ["command", "/tmp", "names a folder"],
    ["command", "/tmp/", "names a folder"],
    ["command", "/tmp/./", "names a folder"],
    ["command", "/tmp/x/.", "names a folder"],
    ["command", "/tmp/proposals/x", "is in a folder of the sandbox's own"],
    ["command", "/tmp/proposals", "is in a folder of the sandbox's own"],
    ["command", "/tmp//./verdict/x", "is in a folder of the sandbox's own"],
    ["args", "--verbose", "arguments are a list"],
    ["args", "{a: b}", "is a map; arguments are a list"],
    ["args", "", "has no value"],
    ["args", "[5]", "is a number"],
    ["args", "['']", "is empty"],
    ["args", "['a;b']", 'has ";" in it'],
    ["args", "['$(X)']", 'has "$" in it'],
    ["args", '["a\\nb"]', "has a line break in it"],
    ...[
      "--prompt",
      "--prompt-file=x",
      "--additional-mcp-config=@x",
      "--allow-tool",
      "--allow-all-tools",
      "--allow-all-paths",
      "--disable-builtin-mcps",
      "--no-ask-user",
      "--ask-user=1",
    ].map((flag): [string, string, string] => ["args", `['${flag}']`, "the compiler"]),
    ["env", "[A]", "is a list; it is a map of names to texts"],
    ["env", "{A: 1}", "is a number"],
    ["env", "{A: true}", "is true or false"],
    ["env", "{A: }", "has no value"],
    ["env", "{A: {b: c}}", "is a map"],
    ["env", "{1A: x}", "is no name of a variable"],
    ["env", "{'A-B': x}", "is no name of a variable"],
    ["env", "{A: '$(X)'}", 'expression of the service in it, "$("'],
    ["env", "{A: '${{ x }}'}", '"${{"'],
    ["env", "{A: '$[x]'}", '"$["'],
    ["env", "{A: 'x ##vso[task]'}", "has a logging command in it"],
    ["env", "{A: 'x ##VSO[task]'}", "has a logging command in it"],
    ["env", "{A: '##[error]'}", "has a logging command in it"],
    ["env", '{A: "x\\ny"}', "has a line break in it"],
    ["env", '{A: "x\\u0007y"}', "has the character U+0007 in it"],
    ["env", "{AGENT_PROVIDER_API_KEY: '$(X)'}", "expression of the service"],
    ["env", "{AW_SAFE_OUTPUTS: x}", "cannot be set"],
    ["env", "{NODE_OPTIONS: x}", "cannot be set"],
    ["env", "{node_debug: http}", "cannot be set"],
    ["env", "{AGENT_TEMPDIRECTORY: x}", "cannot be set"],
    ["env", "{agent_builddirectory: x}", "cannot be set"],
    ["env", "{aw_safe_outputs: x}", "cannot be set"],
    ["env", "{foo: a, bar: b, FOO: c}", '"FOO" and "foo" are one variable'],
    ["env", "{FORGE_APP_TOKEN: x}", "cannot be set"],
    ...[
      "FORGE_TOKEN",
      "forge_token",
      "FORGE_READ_ONLY",
      "AGENT_OTEL_ENABLED",
      "AGENT_OTEL_EXPORTER_TYPE",
      "AGENT_OTEL_FILE_EXPORTER_PATH",
      "PATH",
      "Path",
      "HOME",
      "BASH_ENV",
      "ENV",
      "IFS",
      "LD_PRELOAD",
      "LD_LIBRARY_PATH",
    ].map((name): [string, string, string] => ["env", `{${name}: x}`, `"${name}" cannot be set`]),
  ])("%s: %s", (key, value, message) => {
    const { errors } = readKey(key, value);
    expect(errors.map((error) => error.message).join("\n")).toContain(message);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.path).toMatch(new RegExp(`^engine\\.${key}`));
  });
});

describe("what is worth a word", () => {
  test.each([
    ["args", "[-p]", '"-p" may say the same as "--prompt"'],
    ["args", "[-pfoo]", '"-pfoo" may say the same as "--prompt"'],
    ["args", "[--yolo]", "may say the same"],
    ["args", "[--allow-all-urls]", '"network" says'],
    ["args", "[--allow-url=x]", '"network" says'],
    ["args", "[--model=evil]", 'what the key "model" says'],
    ["args", "[--agent, x]", 'what the key "agent" says'],
    ["args", "[--api-target=x]", 'what the key "api-target" says'],
    ["env", "{MY_KEY: abc}", '"MY_KEY" may be a secret'],
    ["env", "{AGENT_PROVIDER_BASE_URL: 'https://a.example.com'}", "sets a provider up by hand"],
    ["command", "/home/me/agent", "may not be there inside the sandbox"],
    ...["NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "https_proxy", "DOCKER_HOST"].map(
      (name): [string, string, string] => [
        "env",
        `{${name}: x}`,
        `"${name}" reaches the firewall itself`,
      ],
    ),
  ])("%s: %s", (key, value, message) => {
    const { errors, warnings } = readKey(key, value);
    expect(errors).toEqual([]);
    expect(warnings.map((warning) => warning.message).join("\n")).toContain(message);
  });
});

test.each([
  ["1.2.3", "1.2.3"],
  ["v1.2.3", "1.2.3"],
  ["V1.2.3", "1.2.3"],
  ["latest", "latest"],
])("version %s is %s", (given, version) => {
  expect(readKey("version", given).engine?.version).toBe(version);
});

test("minutes that are none say from where on they are", () => {
  expect(readKey("timeout-minutes", "-1").errors[0]?.hint).toContain("from 1 to");
});

test("variables that would be taken before the engine's token cannot be set", () => {
  const names = ["GH_TOKEN", "gh_token", "COPILOT_GITHUB_TOKEN", "GITHUB_TOKEN"];
  const all = names.map((name) => readBlock(`engine: {env: {${name}: x}}`, "github").errors);
  expect(all.map((errors) => errors.map(({ path }) => path))).toEqual(
    names.map((name) => [`engine.env.${name}`]),
  );
});

test("words of every kind that are nobody's own are taken without a word", () => {
  const { errors, warnings } = readBlock(
    "engine: {args: [--deny-tool=x, --resume, -s, --models, --agents=x], env: {NODE_ENV: test, NODE: x, PROXY: y}, command: /tmp/tools/agent.d/run}",
  );
  expect([errors, warnings]).toEqual([[], []]);
});
