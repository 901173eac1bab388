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
  ] as const)("%s is the default engine in the naming convention %s", (yaml, brand) => {
    expect(readBlock(yaml, brand)).toEqual({
      engine: { args: [], env: [] },
      errors: [],
      warnings: [],
    });
  });

  test.each([
    ["engine: agent-cly", '"agent-cly" is not a supported engine', 'Did you mean "agent-cli"?'],
    ["engine: Agent-CLI", '"Agent-CLI" is not a supported engine', 'Did you mean "agent-cli"?'],
    [
      "engine: claude",
      '"claude" is not a supported engine',
      'The only supported engine is "agent-cli"',
    ],
    ["engine: [agent-cli]", "is a list, not an engine", 'The only supported engine is "agent-cli"'],
    ["engine: true", "is true or false, not an engine", ""],
    ["engine: 5", "is a number, not an engine", ""],
    ["engine:", "is nothing, not an engine", ""],
    ["engine: {id: 5}", "is a number, not an engine", ""],
    [
      "engine: copilot",
      '"copilot" belongs to the naming convention github',
      'Add "brand": "github" to gatehouse.json, or use --brand github',
    ],
  ])("%s is refused", (yaml, message, hint) => {
    const { errors } = readBlock(yaml);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toContain(message);
    expect(errors[0]?.hint ?? "").toContain(hint);
  });

  test("blocks that another engine does not support are reported together with its name", () => {
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

  test("all errors are reported at once, each with its position", () => {
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

describe("accepted values", () => {
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

describe("rejected values", () => {
  test.each([
    ["model", "'gpt 5'", "contains a space"],
    ["model", "--allow-all-urls", "starts with a dash: the engine would treat it as an option"],
    ["model", "$(MODEL)", 'contains "$"'],
    ["model", '""', "is empty"],
    ["model", "5", "is a number; expected a string"],
    ["model", "", "has no value"],
    ["model", "[a]", "is a list; expected a string"],
    ["agent", "a/b", 'contains "/"'],
    ["agent", "a..b", 'contains "..", which can leave the directory'],
    ["agent", "-a", "starts with a dash: the engine would treat it as an option"],
    ["version", "1.10", "is a number; expected a string"],
    ["version", "1", "is a number; expected a string"],
    ["version", "-1.2.3", "starts with a dash: the engine would treat it as an option"],
    ["version", "'...'", 'contains "..", which can leave the directory'],
    ["version", "'.'", "is not a version"],
    ["version", "v", "is not a version"],
    ["version", "a/b", 'contains "/"'],
    ["version", "V", "is not a version"],
    ["version", "Latest", "is not a version"],
    ["version", "vlatest", "is not a version"],
    ["api-target", "https://api.example.com", "is an address"],
    ["api-target", "api.example.com:8443", "contains more than a host name"],
    ["api-target", "api.example.com/v3", "contains more than a host name"],
    ["api-target", "'*.example.com'", 'contains "*"'],
    ["api-target", "a..example.com", "empty label"],
    ["api-target", "-a.example.com", "cannot begin or end with a hyphen"],
    ["api-target", "a.example.com.", "ends with a dot"],
    ["api-target", `${long}.example.com`, "has a label longer than 63 characters"],
    [
      "api-target",
      Array.from({ length: 50 }, () => "abcdef").join("."),
      "has a name longer than 253 characters",
    ],
    ["api-target", "a,b", 'contains ","'],
    ["timeout-minutes", "0", "0 removes the limit: the job can run as long as Azure Pipelines"],
    ["timeout-minutes", "-1", "is less than 1"],
    ["timeout-minutes", "1.5", "not a whole number"],
    ["timeout-minutes", "'5'", "not a whole number"],
    ["timeout-minutes", "012", "not a whole number"],
    ["timeout-minutes", "0x10", "not a whole number"],
    ["timeout-minutes", "1e3", "not a whole number"],
    ["timeout-minutes", "4294967296", "is more than"],
    ["command", "../agent", 'contains "..", which is not allowed in a path'],
    ["command", "/tmp/../agent", 'contains "..", which is not allowed in a path'],
    ["command", "-agent", "starts with a dash: the engine would treat it as an option"],
    ["command", "'agent --x'", "contains a space"],
    ["command", "./", "is not the path of a program"],
    ["command", "/tmp", "is a directory, not a program"],
    ["command", "/tmp/", "is a directory, not a program"],
    ["command", "/tmp/./", "is a directory, not a program"],
    ["command", "/tmp/x/.", "is a directory, not a program"],
    ["command", "/tmp/proposals/x", "is in a directory that the sandbox uses itself"],
    ["command", "/tmp/proposals", "is in a directory that the sandbox uses itself"],
    ["command", "/tmp//./verdict/x", "is in a directory that the sandbox uses itself"],
    ["args", "--verbose", "is a string; arguments must be a list"],
    ["args", "{a: b}", "is a map; arguments must be a list"],
    ["args", "", "has no value"],
    ["args", "[5]", "is a number"],
    ["args", "['']", "is empty"],
    ["args", "['a;b']", 'contains ";"'],
    ["args", "['$(X)']", 'contains "$"'],
    ["args", '["a\\nb"]', "contains a line break"],
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
    ["env", "[A]", "is a list; it must be a map of names to strings"],
    ["env", "{A: 1}", "is a number"],
    ["env", "{A: true}", "is true or false"],
    ["env", "{A: }", "has no value"],
    ["env", "{A: {b: c}}", "is a map"],
    ["env", "{1A: x}", "is not a valid variable name"],
    ["env", "{'A-B': x}", "is not a valid variable name"],
    ["env", "{A: '$(X)'}", 'contains a pipeline expression: "$("'],
    ["env", "{A: '${{ x }}'}", '"${{"'],
    ["env", "{A: '$[x]'}", '"$["'],
    ["env", "{A: 'x ##vso[task]'}", "contains a logging command:"],
    ["env", "{A: 'x ##VSO[task]'}", "contains a logging command:"],
    ["env", "{A: '##[error]'}", "contains a logging command:"],
    ["env", '{A: "x\\ny"}', "contains a line break"],
    ["env", '{A: "x\\u0007y"}', "contains the character U+0007; only one line is allowed"],
    ["env", "{AGENT_PROVIDER_API_KEY: '$(X)'}", 'contains a pipeline expression: "$("'],
    ["env", "{AW_SAFE_OUTPUTS: x}", "cannot be set"],
    ["env", "{NODE_OPTIONS: x}", "cannot be set"],
    ["env", "{node_debug: http}", "cannot be set"],
    ["env", "{AGENT_TEMPDIRECTORY: x}", "cannot be set"],
    ["env", "{agent_builddirectory: x}", "cannot be set"],
    ["env", "{aw_safe_outputs: x}", "cannot be set"],
    ["env", "{foo: a, bar: b, FOO: c}", '"FOO" and "foo" are the same variable in Azure Pipelines'],
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
      "BUILD_SOURCESDIRECTORY",
    ].map((name): [string, string, string] => ["env", `{${name}: x}`, `"${name}" cannot be set`]),
  ])("%s: %s", (key, value, message) => {
    const { errors } = readKey(key, value);
    expect(errors.map((error) => error.message).join("\n")).toContain(message);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.path).toMatch(new RegExp(`^engine\\.${key}`));
  });
});

describe("warnings", () => {
  test.each([
    ["args", "[-p]", '"-p" can override "--prompt", which the compiler sets'],
    ["args", "[-pfoo]", '"-pfoo" can override "--prompt", which the compiler sets'],
    ["args", "[--yolo]", 'can override "--allow-all-tools", which the compiler sets'],
    ...["[--allow-all-urls]", "[--allow-url=x]"].map((args): [string, string, string] => [
      "args",
      args,
      'has no effect on the firewall, which only allows hosts in "network"',
    ]),
    ["args", "[--model=evil]", 'repeats the key "model"'],
    ["args", "[--agent, x]", 'repeats the key "agent"'],
    ["args", "[--api-target=x]", 'repeats the key "api-target"'],
    ["env", "{MY_KEY: abc}", '"MY_KEY" may be a secret'],
    [
      "env",
      "{AGENT_PROVIDER_BASE_URL: 'https://a.example.com'}",
      "configures a provider manually, so the engine receives",
    ],
    ["command", "/home/me/agent", "might not exist in the sandbox"],
    ...["NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "https_proxy", "DOCKER_HOST"].map(
      (name): [string, string, string] => [
        "env",
        `{${name}: x}`,
        `"${name}" affects the firewall, not only the engine`,
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
])("version %s is read as %s", (given, version) => {
  expect(readKey("version", given).engine?.version).toBe(version);
});

test("invalid minutes are reported with the allowed minimum", () => {
  expect(readKey("timeout-minutes", "-1").errors[0]?.hint).toContain("from 1 to");
});

test("variables that take precedence over the engine's token cannot be set", () => {
  const names = ["GH_TOKEN", "gh_token", "COPILOT_GITHUB_TOKEN", "GITHUB_TOKEN"];
  const all = names.map((name) => readBlock(`engine: {env: {${name}: x}}`, "github").errors);
  expect(all.map((errors) => errors.map(({ path }) => path))).toEqual(
    names.map((name) => [`engine.env.${name}`]),
  );
});

test("words that resemble reserved ones are accepted without a warning", () => {
  const { errors, warnings } = readBlock(
    "engine: {args: [--deny-tool=x, --resume, -s, --models, --agents=x], env: {NODE_ENV: test, NODE: x, PROXY: y}, command: /tmp/tools/agent.d/run}",
  );
  expect([errors, warnings]).toEqual([[], []]);
});
