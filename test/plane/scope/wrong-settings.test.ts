import { describe, expect, it, test } from "vitest";
import { parseSettings } from "../../../src/plane/scope/settings.ts";
import { path, problemsOf, text, written } from "./written-settings.ts";

describe("invalid settings", () => {
  test.each<[changes: object, problem: string]>([
    [{ mode: "dry" }, '7:11 mode: expected "review" or "live"; found "dry"'],
    [{ version: 2 }, "2:14 version: expected 1; found 2"],
    [{ targets: [] }, "3:14 targets: expected at least one entry"],
    [{ targets: "acme/web" }, '3:14 targets: expected a list [ … ]; found "acme/web"'],
    [
      { targets: ["acme/web", "web"] },
      `5:5 targets[1]: expected a repository's full name, such as "acme/web"; found "web"`,
    ],
    [{ targets: ["acme/web", "acme/web"] }, "3:14 targets: each entry must be unique"],
    [
      { allowedOwners: ["globex"] },
      "4:5 targets[0]: the owner of this repository is not one of the allowed owners",
    ],
    [
      { caps: { repositories: 0, dispatches: 1.5 } },
      "10:21 caps.repositories: expected a number from 1 to 10000; found 0",
    ],
    [{ caps: { repositories: 1 } }, '9:11 caps: the field "dispatches" is missing'],
    [{ destination: "alternate" }, '1:1 (file): the field "alternateRepository" is missing'],
    [
      { alternateRepository: "acme/x" },
      '27:3 alternateRepository: allowed only if the destination is "alternate"',
    ],
    [{ environment: "a/b" }, "27:18 environment: expected an environment name without a slash"],
    ...["../a.yml", "A/a.yml", "a", "*.yml", "123", "a.yml@main"].map(
      (worker): [object, string] => [
        { workers: [worker] },
        `28:5 workers[0]: expected a workflow file name without a path, such as "worker.lock.yml"; found "${worker}"`,
      ],
    ),
    [{ workers: ["a.yml", "a.yml"] }, "27:14 workers: each entry must be unique"],
    [{ target: 1 }, "27:3 target: unknown field; valid fields are $schema, version"],
  ])("%j: %s", (changes, problem) => {
    expect(problemsOf(text(changes))[0]).toContain(problem);
  });

  test.each([
    [
      { killSwitch: "CP_FORGE_TOKEN" },
      "24:21 packages[0].killSwitch: expected an uppercase variable name",
    ],
    [
      { permissions: { checks: "write" } },
      'packages[0].permissions.checks: expected "read"; found',
    ],
    [
      { permissions: { secrets: "read" } },
      "packages[0].permissions.secrets: unknown field; valid fields are ",
    ],
    [{ apis: ["graphs"] }, 'packages[0].apis[0]: expected "actions" or "administration" or'],
    [{ name: undefined }, 'packages[0]: the field "name" is missing'],
  ])("a package with %j: %s", (changes, problem) => {
    const [found] = problemsOf(text({ packages: [{ ...written.packages[0], ...changes }] }));
    expect(found).toContain(problem);
  });

  it("report all problems at once, in the order of the file", () => {
    const packages = [written.packages[0], written.packages[0]];
    const source = text({ mode: "dry", packages, environment: "" });
    expect(() => parseSettings(source, path)).toThrow(
      /^\.forge\/control-plane\.json has 3 problems:\n  7:11 mode: .*\n  \d+:15 packages\[1\]\.name: .*\n  \d+:18 environment: /,
    );
  });

  it("report a single problem in the singular, with a fix", () => {
    const read = () => parseSettings(text({ mode: "dry" }), path);
    expect(read).toThrow(/^\.forge\/control-plane\.json has 1 problem:\n/);
    expect(read).toThrow(expect.objectContaining({ hints: [{ text: `Fix ${path}` }] }));
  });

  it("report two problems on one line from left to right", () => {
    const source = JSON.stringify({ ...written, caps: { repositories: 0, dispatches: 0 } });
    const columns = problemsOf(source).map((problem) => Number(problem.split(/[: ]/)[1]));
    expect(columns).toHaveLength(2);
    expect(columns).toEqual(columns.toSorted((a, b) => a - b));
  });

  it("report a duplicate field", () => {
    const source = text().replace('"mode": "review",', '"mode": "review",\n  "mode": "live",');
    expect(problemsOf(source)).toEqual(["8:3 mode: duplicate field"]);
  });

  it("report the location of a duplicate field in a nested list", () => {
    const source = text().replace('"name": "dependency-review",', '"name": "a", "name": "b",');
    expect(problemsOf(source)).toEqual([
      expect.stringMatching(/^\d+:20 packages\[0\]\.name: duplicate field$/),
    ]);
  });

  it("report each package without a name once, and not as a duplicate", () => {
    const nameless = { ...written.packages[0], name: undefined };
    const problems = problemsOf(text({ packages: [nameless, nameless] }));
    expect(problems.join()).not.toContain("listed above");
  });

  test.each([
    ["", "1:1"],
    ['{"version": 1,}', "1:15"],
    ['{\n  "version": 1 // one\n}', "2:16"],
    ["[", "1:2"],
  ])("that are not JSON report the location: %j", (source, location) => {
    expect(problemsOf(source)).toEqual([
      expect.stringContaining(`${location} (file): invalid JSON: `),
    ]);
  });

  test.each(["[]", "1", "null", '"x"'])("that are not an object are refused: %s", (source) => {
    expect(problemsOf(source)).toEqual([
      expect.stringMatching(/^1:1 \(file\): expected an object/),
    ]);
  });
});

describe("a credential in settings", () => {
  const token = `ghp_${"Ab1".repeat(12)}`;
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEabc1".repeat(20)}\n-----END RSA PRIVATE KEY-----`;

  test.each<[where: string, source: string]>([
    ["as a value", text({ rotationOwner: token })],
    ["as a key with line breaks", text({ rotationOwner: key })],
    ["in an unknown field", text({ token })],
    ["nested in an unknown field", text({ extra: [{ deep: token }] })],
    ["as a field name", text({ [token]: 1 })],
    ["as a repository name", text({ targets: [`acme/${token}`] })],
    ["as random letters", text({ rotationOwner: "0123456789abcdef0123456789abcdef01234567" })],
    ["without quotes", text().replace('"review"', token)],
  ])("is refused and not repeated in the error: %s", (_, source) => {
    const problems = problemsOf(source).join("\n");
    expect(problems).toMatch(
      /looks like a credential, which settings must not contain|invalid JSON/,
    );
    for (const piece of [token.slice(4, 12), "MIIEabc1", "0123456789"]) {
      expect(problems).not.toContain(piece);
    }
  });
});
