import { describe, expect, test } from "vitest";
import { readFrontMatter, said } from "./read-front-matter.ts";

const named = (more: string) => readFrontMatter(`name: probe\n${more}`);
const messages = (found: readonly { message: string; hint?: string }[]) =>
  found.map(({ message, hint = "" }) => `${message} ${hint}`).join("\n");

test("a name and a prompt are a valid definition", () => {
  expect(readFrontMatter("name: probe", { body: "Look around.\n\nTwice." })).toEqual({
    definition: {
      name: "probe",
      engine: { args: [], env: [] },
      network: { allowed: [], blocked: [], urls: [] },
      pool: { vmImage: "ubuntu-24.04" },
      on: { schedules: [] },
      parameters: [],
      repositories: [],
      setup: [],
      steps: [],
      postSteps: [],
      teardown: [],
      safeOutputs: [],
      body: "Look around.\n\nTwice.",
    },
    errors: [],
    warnings: [],
  });
});

test("empty front matter is an error", () => {
  expect(said(readFrontMatter("").errors)).toEqual([" 2:1 the front matter is empty"]);
});

test.each(["constructor", "toString", "__proto__"])(
  "%s, a property of every object, is not a valid key",
  (word) => {
    const { errors } = readFrontMatter(
      `name: a\n${word}: 1\nnetwork: {${word}: 1}\non: {${word}: 1}\nsafe-outputs: {${word}: }`,
    );
    expect(errors.every(({ hint }) => typeof hint === "string")).toBe(true);
    expect(errors.map(({ message }) => message)).toEqual([
      `"${word}" is not a key of the definition`,
      `"${word}" is not a key of "network"`,
      `"${word}" is not a key of "on"`,
      `"${word}" is not a safe output handler`,
    ]);
  },
);

describe("the definition file", () => {
  test.each([
    ["- a", "2:1 is a list; the definition must be a map of keys and values"],
    ["description: x", 'name 2:1 the definition has no "name"'],
    ["name: a\nname: b", '3:1 duplicate key: "name"'],
    [
      "name: 'a/b'",
      'name 2:7 "a/b" contains one of " / : < > \\ | ? @ * $, which are not allowed in run names',
    ],
    ["name: a.", 'name 2:7 "a." ends with a dot'],
    ["name: 5", 'name 2:7 "5" is a number; expected a string'],
    ["name: a\nengin: x", 'engin 3:1 "engin" is not a key of the definition'],
    ["name: a\nmodel: x", 'model 3:1 "model" is not a key of the definition'],
    ["name: !!str x", "has a tag"],
  ])("is rejected: %j", (yaml, expected) => {
    const { definition, errors } = readFrontMatter(yaml);
    expect(definition).toBeUndefined();
    expect(said(errors).join("\n")).toContain(expected);
  });

  test("without a text is rejected, because the prompt is empty", () => {
    const { errors } = readFrontMatter("name: a", { body: "  \n" });
    expect(said(errors)).toEqual([" 6:1 the prompt is empty"]);
  });

  test("with a text longer than the engine's limit is rejected", () => {
    const { errors } = readFrontMatter("name: a", { body: "x".repeat(120_001) });
    expect(messages(errors)).toContain(
      "the prompt has 120001 bytes; the engine accepts at most 120000",
    );
  });
});

describe("the network", () => {
  test("accepts allowed domains, blocked domains and URL patterns", () => {
    const { definition, errors } = named(
      "network:\n  allowed: [a.example, '*.b.example:8443']\n  blocked: [x.a.example]\n  urls: ['https://c.example/api/**']",
    );
    expect(errors).toEqual([]);
    expect(definition?.network).toEqual({
      allowed: ["a.example", "*.b.example:8443"],
      blocked: ["x.a.example"],
      urls: ["https://c.example/api/**"],
    });
  });

  test.each([
    ["allowed: a.example", "is a string; domains must be a list"],
    ["allowed: ['https://a.example/x']", 'has a path; use "urls"'],
    ["allowed: ['a.example,b.example']", "contains a comma"],
    ["allowed: ['$(HOST)']", 'contains a pipeline expression: "$(" Use a literal value'],
    ['allowed: ["a.example\\"; id #"]', 'id #" contains a space or a non-ASCII character'],
    [
      "allowed: ['a\"b.example']",
      '"a"b.example" contains a character that is not allowed in an address',
    ],
    ["allowed: ['mödels.example']", "contains a space or a non-ASCII character"],
    ["allowed: ['']", "is empty"],
    ["allow: [a.example]", 'Did you mean "allowed"?'],
    ["urls: ['http://c.example/']", "begins with http://"],
    ["urls: ['https://c.example']", "has no path;"],
  ])("%s is refused", (yaml, message) => {
    expect(messages(named(`network: {${yaml}}`).errors)).toContain(message);
  });
});

test("a host that is both allowed and blocked causes a warning, and is blocked", () => {
  const { errors, warnings } = named(
    "network:\n  allowed: [a.example, B.example, c.example]\n  blocked: [x.example, A.example, b.example]",
  );
  expect(errors).toEqual([]);
  expect(said(warnings)).toEqual([
    'network.blocked[1] 5:24 "A.example" is both allowed and blocked, so it stays blocked',
    'network.blocked[2] 5:35 "b.example" is both allowed and blocked, so it stays blocked',
  ]);
});

describe("a pool", () => {
  test.each([
    ["vmImage: ubuntu-22.04", { vmImage: "ubuntu-22.04" }],
    ["name: my pool", { name: "my pool", demands: [] }],
    [
      "name: p, demands: [docker, Agent.OS -equals Linux]",
      { name: "p", demands: ["docker", "Agent.OS -equals Linux"] },
    ],
  ])("{%s} is accepted", (yaml, expected) => {
    expect(named(`pool: {${yaml}}`).definition?.pool).toEqual(expected);
  });

  test.each([
    ["{}", 'has neither "vmImage" nor "name"'],
    ["{vmImage: a, name: b}", 'has "vmImage" and "name"'],
    [
      "{vmImage: windows-2022}",
      'is not a Linux image, which the sandbox requires Use ubuntu-24.04, or the "name" of your own pool',
    ],
    [
      "{vmImage: macos-15}",
      'is not a Linux image, which the sandbox requires Use ubuntu-24.04, or the "name" of your own pool',
    ],
    ["{vmImage: a, demands: [b]}", 'has "demands"'],
    ["ubuntu-24.04", 'is a string; "pool" must be a map of keys and values'],
    ["{name: $(POOL)}", 'contains a pipeline expression: "$(" Use a literal value'],
  ])("%s is refused", (yaml, message) => {
    const { errors } = named(`pool: ${yaml}`);
    expect(messages(errors)).toContain(message);
    expect(errors).toHaveLength(1);
  });
});

describe("triggers", () => {
  test("are cron schedules, pushes and pull requests", () => {
    const { definition, errors } = named(
      [
        "on:",
        "  schedule: ['0 6 * * mon-fri', {cron: '*/15 0-6/2 1,15 Jan *', branches: [main, 'release/*'], always: false}]",
        "  push: {branches: {include: [main], exclude: ['wip/*']}, paths: [src]}",
        "  pull-request:",
      ].join("\n"),
    );
    expect(errors).toEqual([]);
    expect(definition?.on).toEqual({
      schedules: [
        { cron: "0 6 * * mon-fri", branches: { include: ["main"], exclude: [] }, always: true },
        {
          cron: "*/15 0-6/2 1,15 Jan *",
          branches: { include: ["main", "release/*"], exclude: [] },
          always: false,
        },
      ],
      push: {
        branches: { include: ["main"], exclude: ["wip/*"] },
        paths: { include: ["src"], exclude: [] },
      },
      pullRequest: {},
    });
  });

  test.each([
    ["schedule: '0 6 * *'", "has 4 fields"],
    ["schedule: '60 6 * * *'", '"60 6 * * *" has an invalid minute:'],
    ["schedule: '0 6 0 * *'", '"0 6 0 * *" has an invalid day of the month:'],
    ["schedule: '0 6 * foo *'", '"0 6 * foo *" has an invalid month:'],
    ["schedule: '0 6 * * 5-1'", '"0 6 * * 5-1" has an invalid day of the week:'],
    ["schedule: '*/0 6 * * *'", '"*/0 6 * * *" has an invalid minute:'],
    ["schedule: [{branches: [main]}]", 'a schedule has no "cron"'],
    ["push: {branch: [main]}", 'Did you mean "branches"?'],
    ["push: {branches: []}", "is an empty list"],
    ["pr: {}", 'Did you mean "pull-request"?'],
  ])("%s is refused", (yaml, message) => {
    expect(messages(named(`on: {${yaml}}`).errors)).toContain(message);
  });
});

describe("safe outputs", () => {
  test("are in a fixed order, with their defaults", () => {
    const { definition } = named(
      "safe-outputs:\n  dispatch: {max: 2, workers: [worker.yml]}\n  issue:\n  comment: {require-approval: true}",
    );
    expect(definition?.safeOutputs).toEqual([
      { handler: "issue", max: 1, requireApproval: false },
      { handler: "comment", max: 1, requireApproval: true },
      { handler: "dispatch", max: 2, requireApproval: false, workers: ["worker.yml"] },
    ]);
  });

  test.each([
    ["[issue]", "issue, comment, pull-request, dispatch"],
    ["{isue: }", 'Did you mean "issue"?'],
    ["{issue: {max: 0}}", "is less than 1"],
    ["{issue: {max: 101}}", "is more than 100"],
    ["{issue: {max: '2'}}", 'is "2", not a whole number A whole number from 1 to 100'],
    ["{issue: {require_approval: true}}", 'Did you mean "require-approval"?'],
    ["{dispatch: }", 'has no "workers"'],
    ["{dispatch: {max: 2}}", 'has no "workers"'],
    ["{dispatch: {workers: []}}", "is an empty list"],
    ["{dispatch: {workers: worker.yml}}", "is a string; worker files must be a list"],
    ["{dispatch: {workers: [./worker.yml]}}", "is not a workflow file name"],
    ["{dispatch: {workers: ['worker.yml --max issue=9']}}", "is not a workflow file name"],
    ["{dispatch: {workers: ['$(x).yml']}}", "is not a workflow file name"],
    ["{issue: {workers: [worker.yml]}}", '"workers" is not a key of a safe output'],
  ])("%s is refused", (yaml, message) => {
    expect(messages(named(`safe-outputs: ${yaml}`).errors)).toContain(message);
  });
});

describe("parameters and repositories", () => {
  test("are passed through", () => {
    const { definition, errors } = named(
      [
        "parameters:",
        "- {name: depth, type: number, default: 3, values: [1, 2, 3]}",
        "repositories:",
        "- {repository: tools, name: acme/tools}",
        "- {repository: docs, type: github, name: acme/docs, endpoint: reader, ref: refs/heads/main}",
      ].join("\n"),
    );
    expect(errors).toEqual([]);
    expect(definition?.parameters).toHaveLength(1);
    expect(definition?.repositories).toEqual([
      { alias: "tools", type: "git", name: "acme/tools" },
      {
        alias: "docs",
        type: "github",
        name: "acme/docs",
        endpoint: "reader",
        ref: "refs/heads/main",
      },
    ]);
  });

  test.each([
    ["parameters: [{type: string}]", 'a parameter has no "name"'],
    ["parameters: [{name: a, type: stepList}]", "is not a parameter type"],
    ["parameters: [{name: a}, {name: A}]", 'two parameters are named "A"'],
    ["parameters: [{name: a, default: }]", "has no value"],
    [
      "parameters: [{name: a, default: $(FORGE_APP_TOKEN)}]",
      'uses "FORGE_APP_TOKEN", which is reserved for the compiler',
    ],
    ["repositories: [{repository: self, name: a/b}]", "is reserved by Azure Pipelines"],
    [
      "repositories: [{repository: a, name: a/b}, {repository: A, name: c/d}]",
      'two repositories are named "A"',
    ],
    ["repositories: [{repository: a, type: github, name: a/b}]", 'requires an "endpoint"'],
    [
      "repositories: [{repository: '../a', name: a/b}]",
      'contains "/" Allowed: letters, digits and . _ -',
    ],
  ])("%s is refused", (yaml, message) => {
    expect(messages(named(yaml).errors)).toContain(message);
  });
});

test("a provider that is only known at run time causes a warning, unless a host is allowed", () => {
  const engine = "engine: {provider: {base-url: $(URL), api-key: $(KEY)}}";
  expect(said(named(engine).warnings)).toEqual([
    "engine.provider.base-url 3:31 is only known at run time, so the firewall blocks the provider's host",
  ]);
  expect(named(`${engine}\nnetwork: {allowed: [models.example.com]}`).warnings).toEqual([]);
});

test("a provider without a credential causes a warning if the engine has the forge token", () => {
  const provider = "provider: {base-url: 'https://m.example'}";
  const app = "forge-app-token: {app-id: 5, owner: acme}";
  expect(said(named(`engine: {${provider}}`).warnings)).toEqual([
    "engine.provider.base-url 3:31 does not have a credential, so the engine could send FORGE_TOKEN to the provider",
  ]);
  expect(said(named(`engine: {${provider}, ${app}}`).warnings).join()).not.toContain("FORGE_TOKEN");
});
