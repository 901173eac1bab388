import fc from "fast-check";

/** Ordinary and malicious texts for a definition. */
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
    "constructor",
    "__proto__",
    "$(FORGE_APP_PRIVATE_KEY)",
    "$(CP_FORGE_WRITE_APP_PRIVATE_KEY)",
    "$(my-key)",
    "$${{ parameters.a }}${{ parameters.b }}",
    "$(FORGE_APP",
    "_TOKEN)",
  ),
);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/);
const host = fc.stringMatching(/^[a-z]{1,8}\.example$/);
/** Returns an arbitrary that occasionally generates an invalid value. */
const mostly = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: wild });

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
    "base-url": mostly(
      fc.oneof(
        host.map((each) => `https://${each}/v1`),
        fc.constantFrom(
          "https://$(HOST)/v1",
          "https://m.example/$(FORGE_APP_TOKEN)",
          "https://m.example/$(my-key)",
        ),
      ),
    ),
    type: mostly(fc.constantFrom("openai", "cloud", "anthropic")),
    "wire-api": fc.constantFrom("completions", "responses"),
    token: fc.record({ "service-connection": mostly(name) }),
    "api-key": mostly(fc.constantFrom("$(KEY)", "literal-key", "$(APP_KEY)", "$(FORGE_TOKEN)")),
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
/** Elements that the service evaluates: which steps exist, and their source. */
const workedOut = fc.oneof(
  fc.constantFrom({ template: "more.yml" }, { "${{ each s in parameters.a }}": ["${{ s }}"] }),
  fc.array(step, { maxLength: 2 }).map((some) => ({ "${{ if eq(parameters.a, 'x') }}": some })),
  wild.map((condition) => ({ bash: "x", condition })),
);
const steps = fc.array(
  fc.oneof({ weight: 8, arbitrary: step }, { weight: 1, arbitrary: workedOut }),
  { maxLength: 3 },
);

const parameters = fc.uniqueArray(
  fc.record(
    {
      name: fc.constantFrom("a", "b", "constructor"),
      default: wild,
      values: fc.array(wild, { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ["name"] },
  ),
  { maxLength: 2, selector: ({ name: each }) => each },
);
const repositories = fc.uniqueArray(
  fc.record(
    { repository: mostly(name), name: mostly(name), ref: mostly(name), endpoint: mostly(name) },
    { requiredKeys: ["repository", "name"] },
  ),
  { maxLength: 2, selector: ({ repository }) => repository },
);
const filters = fc.record(
  {
    branches: fc.array(mostly(name), { minLength: 1, maxLength: 2 }),
    paths: fc.record({ exclude: fc.array(mostly(name), { minLength: 1, maxLength: 2 }) }),
  },
  { requiredKeys: [] },
);
const on = fc.record(
  {
    schedule: mostly(fc.constantFrom("0 6 * * 1-5", "*/5 * * jan sun")),
    push: filters,
    "pull-request": filters,
  },
  { requiredKeys: [] },
);

/** Generates front matters, most of them valid, with many combinations of all parts. */
const outputRules = { max: fc.integer({ min: 1, max: 9 }), "require-approval": fc.boolean() };
const workflowFile = fc.constantFrom("a.yml", "b-c.lock.yaml", "_.yml");

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
    parameters,
    repositories,
    on,
    "safe-outputs": fc.record(
      {
        issue: fc.record(outputRules, { requiredKeys: [] }),
        comment: fc.record(outputRules, { requiredKeys: [] }),
        "pull-request": fc.record(outputRules, { requiredKeys: [] }),
        dispatch: fc.record(
          { ...outputRules, workers: fc.array(mostly(workflowFile), { minLength: 1 }) },
          { requiredKeys: ["workers"] },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  {
    requiredKeys: ["name"],
  },
);
