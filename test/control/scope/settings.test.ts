import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import schema from "../../../src/control/scope/control-plane.schema.json" with { type: "json" };
import { explainSettings } from "../../../src/control/scope/explain-settings.ts";
import {
  InvalidSettings,
  parseSettings,
  renderSettings,
} from "../../../src/control/scope/settings.ts";
import type { Settings } from "../../../src/control/scope/settings.ts";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const path = ".forge/control-plane.json";
const written = {
  version: 1,
  targets: ["acme/web", "acme/api"],
  mode: "review",
  destination: "control",
  caps: { repositories: 20, dispatches: 5 },
  packages: [
    {
      name: "dependency-review",
      apis: ["contents", "vulnerability_alerts"],
      permissions: { contents: "read", issues: "write" },
      killSwitch: "DEPENDENCY_REVIEW_ENABLED",
    },
  ],
};
const text = (changes: object = {}) => JSON.stringify({ ...written, ...changes }, null, 2);

function problemsOf(source: string): string[] {
  try {
    parseSettings(source, path);
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    return error.problems.map(
      (each) => `${each.line}:${each.column} ${each.path}: ${each.message}`,
    );
  }
  return [];
}

describe("settings that are right", () => {
  it("have their owners from the targets, and the environment's usual name", () => {
    expect(parseSettings(text(), path)).toEqual({
      ...written,
      allowedOwners: ["acme"],
      environment: "control-plane",
    });
  });

  it("read what they render, whatever they are", () => {
    const owner = fc.constantFrom("acme", "globex", "mona");
    const repository = fc
      .tuple(owner, fc.stringMatching(/^[a-z]{1,8}$/))
      .map((pair) => pair.join("/"));
    const settings: fc.Arbitrary<Settings> = fc
      .record({
        targets: fc.uniqueArray(repository, { minLength: 1, maxLength: 5 }),
        mode: fc.constantFrom("review", "live"),
        caps: fc.record({
          repositories: fc.integer({ min: 1, max: 99 }),
          dispatches: fc.constant(1),
        }),
        environment: fc.constantFrom("control-plane", "prod.2"),
        review: fc.oneof(
          fc.record({ destination: fc.constantFrom("control", "target") }),
          fc.record({ destination: fc.constant("alternate"), alternateRepository: repository }),
        ),
      })
      .map(({ review, ...rest }) => ({
        ...rest,
        ...review,
        version: 1,
        allowedOwners: ["acme", "globex", "mona"],
        packages: [],
      }));
    fc.assert(
      fc.property(settings, (each) => {
        expect(parseSettings(renderSettings(each), path)).toEqual(each);
      }),
    );
  });

  it("are rendered in the order of the schema, with a line break at the end", () => {
    const settings = parseSettings(text({ rotationOwner: "mona" }), path);
    const rendered = renderSettings(settings);
    expect(Object.keys(JSON.parse(rendered) as object)).toEqual([
      "version",
      "targets",
      "allowedOwners",
      "mode",
      "destination",
      "caps",
      "packages",
      "environment",
      "rotationOwner",
    ]);
    expect(rendered).toMatch(/\}\n$/);
  });

  it("are explained in words", () => {
    expect(explainSettings(parseSettings(text(), path))).toMatchInlineSnapshot(`
      [
        {
          "meaning": "The repositories that the control plane may review, and in live mode write to.",
          "name": "target repositories",
          "value": "acme/web, acme/api",
        },
        {
          "meaning": "Owners that targets may have. Left out, these are the owners of the targets.",
          "name": "allowed owners",
          "value": "acme",
        },
        {
          "meaning": "review keeps outputs in the control repository; live writes to targets.",
          "name": "mode",
          "value": "review",
        },
        {
          "meaning": "Where review outputs go: the control repository, an alternate repository, or the target.",
          "name": "review destination",
          "value": "control",
        },
        {
          "meaning": "How many repositories one run looks at, at most.",
          "name": "repository cap",
          "value": "20",
        },
        {
          "meaning": "How many workers one run dispatches, at most.",
          "name": "dispatch cap",
          "value": "5",
        },
        {
          "meaning": "Calls contents, vulnerability_alerts; stops when DEPENDENCY_REVIEW_ENABLED is false.",
          "name": "package dependency-review",
          "value": "contents: read, issues: write",
        },
        {
          "meaning": "The protected environment of the control repository that holds a PAT.",
          "name": "protected environment",
          "value": "control-plane",
        },
        {
          "meaning": "Who rotates the credentials. A PAT cannot be used without one.",
          "name": "rotation owner",
          "value": "nobody yet",
        },
      ]
    `);
  });
});

describe("settings that are wrong", () => {
  test.each<[changes: object, problem: string]>([
    [{ mode: "dry" }, '7:11 mode: expected "review" or "live"; found "dry"'],
    [{ version: 2 }, "2:14 version: expected 1; found 2"],
    [{ targets: [] }, "3:14 targets: expected at least one entry"],
    [{ targets: "acme/web" }, '3:14 targets: expected a list [ … ]; found "acme/web"'],
    [
      { targets: ["acme/web", "web"] },
      `5:5 targets[1]: expected a repository's full name, such as "acme/web"; found "web"`,
    ],
    [{ targets: ["acme/web", "acme/web"] }, "3:14 targets: expected each entry only once"],
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
      '27:3 alternateRepository: expected only when the destination is "alternate"',
    ],
    [{ environment: "a/b" }, "27:18 environment: expected an environment name without a slash"],
    [{ target: 1 }, "27:3 target: this field is not known here; the fields are $schema, version"],
  ])("%j: %s", (changes, problem) => {
    expect(problemsOf(text(changes))[0]).toContain(problem);
  });

  test.each([
    [{ killSwitch: "CP_FORGE_TOKEN" }, "packages[0].killSwitch: expected a variable name"],
    [
      { permissions: { checks: "write" } },
      'packages[0].permissions.checks: expected "read"; found',
    ],
    [
      { permissions: { secrets: "read" } },
      "packages[0].permissions.secrets: this field is not known",
    ],
    [{ apis: ["graphs"] }, 'packages[0].apis[0]: expected "actions" or "administration" or'],
    [{ name: undefined }, 'packages[0]: the field "name" is missing'],
  ])("a package with %j: %s", (changes, problem) => {
    const [found] = problemsOf(text({ packages: [{ ...written.packages[0], ...changes }] }));
    expect(found).toContain(problem);
  });

  it("tell all problems at once, in the order of the file", () => {
    const packages = [written.packages[0], written.packages[0]];
    const source = text({ mode: "dry", packages, environment: "" });
    expect(() => parseSettings(source, path)).toThrow(
      /^\.forge\/control-plane\.json has 3 problems:\n  7:11 mode: .*\n  \d+:15 packages\[1\]\.name: .*\n  \d+:18 environment: /,
    );
  });

  it("tell one problem as one, and what to mend", () => {
    const read = () => parseSettings(text({ mode: "dry" }), path);
    expect(read).toThrow(/^\.forge\/control-plane\.json has 1 problem:\n/);
    expect(read).toThrow(expect.objectContaining({ hints: [{ say: `Mend ${path}` }] }));
  });

  it("tell two problems of one line from left to right", () => {
    const source = JSON.stringify({ ...written, caps: { repositories: 0, dispatches: 0 } });
    const columns = problemsOf(source).map((problem) => Number(problem.split(/[: ]/)[1]));
    expect(columns).toHaveLength(2);
    expect(columns).toEqual(columns.toSorted((a, b) => a - b));
  });

  it("tell a field that is there twice", () => {
    const source = text().replace('"mode": "review",', '"mode": "review",\n  "mode": "live",');
    expect(problemsOf(source)).toEqual(["8:3 mode: this field is there twice"]);
  });

  it("tell where in a list within a list a field is twice", () => {
    const source = text().replace('"name": "dependency-review",', '"name": "a", "name": "b",');
    expect(problemsOf(source)).toEqual([
      expect.stringMatching(/^\d+:20 packages\[0\]\.name: this field is there twice$/),
    ]);
  });

  it("take a package without a name once and no more for that, where two have none", () => {
    const nameless = { ...written.packages[0], name: undefined };
    const problems = problemsOf(text({ packages: [nameless, nameless] }));
    expect(problems.join()).not.toContain("listed above");
  });

  test.each([
    ["", "1:1"],
    ['{"version": 1,}', "1:15"],
    ['{\n  "version": 1 // one\n}', "2:16"],
    ["[", "1:1"],
  ])("that are no JSON name the place: %j", (source, place) => {
    expect(problemsOf(source)).toEqual([
      expect.stringContaining(`${place} (file): this is not JSON`),
    ]);
  });

  test.each(["[]", "1", "null", '"x"'])("that are no object are refused: %s", (source) => {
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
    ["in a field nobody knows", text({ token })],
    ["deep in a field nobody knows", text({ extra: [{ deep: token }] })],
    ["as the name of a field", text({ [token]: 1 })],
    ["as the name of a repository", text({ targets: [`acme/${token}`] })],
    ["as random letters", text({ rotationOwner: "0123456789abcdef0123456789abcdef01234567" })],
    ["without quotes", text().replace('"review"', token)],
  ])("is refused without a word of it: %s", (_, source) => {
    const problems = problemsOf(source).join("\n");
    expect(problems).toMatch(/looks like a credential|not JSON/);
    for (const piece of [token.slice(4, 12), "MIIEabc1", "0123456789"]) {
      expect(problems).not.toContain(piece);
    }
  });
});

describe("the published schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile(schema);

  it("is a JSON Schema 2020-12 that agrees with parseSettings", () => {
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(validate(written)).toBe(true);
    expect(validate({ ...written, destination: "alternate" })).toBe(false);
    expect(validate({ ...written, alternateRepository: "acme/x" })).toBe(false);
  });

  it("allows permissions as far as the two Apps' ceilings, word for word", () => {
    const permissions = schema.properties.packages.items.properties.permissions.properties;
    const ceilings = { ...readAppCeiling, ...writeAppCeiling };
    const levels = Object.entries(ceilings).map(([name, level]) => [
      name,
      level === "write" ? ["read", "write"] : ["read"],
    ]);
    const allowed = Object.entries(permissions).map(([name, each]) => [name, each.enum]);
    expect(Object.fromEntries(allowed)).toEqual(Object.fromEntries(levels));
    const { apis } = schema.properties.packages.items.properties;
    expect(apis.items.enum).toEqual(Object.keys(ceilings).toSorted());
  });

  it("has a title and a description on every field", () => {
    const bare: string[] = [];
    const visit = (node: Record<string, unknown>, name: string) => {
      if (!node["title"] || !node["description"]) bare.push(name);
      const children = Object.entries((node["properties"] ?? {}) as Record<string, typeof node>);
      for (const [key, child] of children) visit(child, `${name}.${key}`);
      if (node["items"]) visit(node["items"] as typeof node, `${name}[]`);
    };
    visit(schema, "");
    expect(bare).toEqual([]);
  });
});
