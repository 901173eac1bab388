import fc from "fast-check";

/** Texts that people, and those who mean no good, write into a definition. */
const wild = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "$(FORGE_APP_TOKEN)",
    "$(AW_PROVIDER_BEARER_TOKEN)",
    "$(X)",
    "${{ parameters.a }}",
    "$[variables['A']]",
    "##vso[task.setvariable variable=A]b",
    "END_0",
    "yes",
    "null",
    "0x1F",
    "1.10",
    "2024-01-01",
    "a: b # c",
    "- x",
    "*a",
    "&a",
    "'\"`$\\",
    "line one\nline two\n\n  three",
    "\u2028\u0007",
  ),
);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/);
const host = fc.stringMatching(/^[a-z]{1,8}\.example$/);
/** Now and then something that has no place there. */
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: wild });

const appToken = fc.record(
  {
    "app-id": mostly(fc.integer({ min: 1, max: 9_999_999 })),
    owner: mostly(name),
    repositories: fc.array(mostly(name), { minLength: 1, maxLength: 3 }),
    "api-url": mostly(host.map((each) => `https://${each}/api/v3`)),
    "skip-token-revocation": fc.boolean(),
    "private-key": mostly(fc.constantFrom("APP_KEY", "my-key", "a.key")),
  },
  { requiredKeys: ["app-id", "owner"] },
);

const provider = fc.record(
  {
    "base-url": mostly(host.map((each) => `https://${each}/v1`)),
    type: mostly(fc.constantFrom("openai", "cloud", "anthropic")),
    "wire-api": fc.constantFrom("completions", "responses"),
    token: fc.record({ "service-connection": mostly(name) }),
    "api-key": mostly(fc.constantFrom("$(KEY)", "literal-key")),
  },
  { requiredKeys: ["base-url"] },
);

const engine = fc.record(
  {
    model: mostly(name),
    "timeout-minutes": mostly(fc.integer({ min: 1, max: 600 })),
    version: mostly(fc.constantFrom("1.2.3", "latest", "v9.9.9")),
    agent: mostly(name),
    "api-target": mostly(host),
    args: fc.array(mostly(name.map((each) => `--${each}`)), { maxLength: 3 }),
    env: fc.dictionary(
      mostly(fc.stringMatching(/^[A-Z][A-Z_]{0,6}$/)) as fc.Arbitrary<string>,
      wild,
      { maxKeys: 3 },
    ),
    command: mostly(fc.constantFrom("/tmp/agent", "tools/agent")),
    "forge-app-token": appToken,
    provider,
  },
  { requiredKeys: [] },
);

const step = fc.oneof(
  wild.map((bash) => ({ bash })),
  fc.record({ task: fc.constant("NodeTool@0"), inputs: fc.dictionary(name, wild, { maxKeys: 2 }) }),
  fc.record({
    script: wild,
    env: fc.dictionary(name, wild, { maxKeys: 2 }),
    enabled: fc.boolean(),
  }),
);
const steps = fc.array(step, { maxLength: 3 });

/** Front matters, most of them right, with every part in many combinations. */
export const frontMatters = fc.record(
  {
    name: mostly(name),
    description: wild,
    engine: fc.oneof(fc.constant("agent-cli"), engine),
    network: fc.record(
      {
        allowed: fc.array(mostly(host)),
        blocked: fc.array(host),
        urls: fc.array(host.map((each) => `https://${each}/**`)),
      },
      { requiredKeys: [] },
    ),
    pool: fc.oneof(
      fc.record({ vmImage: name }),
      fc.record({ name: wild, demands: fc.array(wild) }),
    ),
    setup: steps,
    steps,
    "post-steps": steps,
    teardown: steps,
    "safe-outputs": fc.dictionary(
      fc.constantFrom("issue", "comment", "pull-request", "dispatch"),
      fc.record(
        { max: fc.integer({ min: 1, max: 9 }), "require-approval": fc.boolean() },
        { requiredKeys: [] },
      ),
    ),
  },
  {
    requiredKeys: ["name"],
  },
);
