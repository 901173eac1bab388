import fc from "fast-check";
import { expect, test } from "vitest";
import { isAlias, isNode, parseDocument, stringify, visit } from "yaml";
import { compileSource } from "../../src/compiler/compile-source.ts";
import { explainSecrets, type SecretReach } from "../../src/compiler/explain-secrets.ts";
import { frontMatters } from "./front-matter-arbitrary.ts";
import { settings } from "./pipeline/compile-text.ts";
import { runs } from "../sample.ts";

const options = {
  settings,
  programs: { mint: "// mint\n", revoke: "// revoke\n" },
  source: "agents/probe.md",
  version: "0.1.0",
};
const compile = (text: string) => compileSource(Buffer.from(text), options);
const define = (frontMatter: object, body = "Look.") =>
  `---\n${stringify(frontMatter, { version: "1.2", aliasDuplicateObjects: false })}---\n${body}\n`;

/** Jobs, by what they are allowed to contain. */
const engineJobs = ["Agent", "Detection"];
const engineSecrets = /FORGE_APP_TOKEN|AW_PROVIDER_BEARER_TOKEN|FORGE_TOKEN|APP_KEY|my-key|a\.key/;

function isMisplaced({ job, secret, kind }: SecretReach): boolean {
  if (kind === "named by you")
    return /^(?:forge_app_token|aw_provider_bearer_token)$/i.test(secret);
  return secret.startsWith("CP_") ? !job.startsWith("SafeOutputs") : !engineJobs.includes(job);
}

test("no definition causes a crash, and pipelines have secrets only in allowed positions", () => {
  let made = 0;
  let all = 0;
  fc.assert(
    fc.property(frontMatters, fc.string({ maxLength: 50 }), (frontMatter, body) => {
      all += 1;
      const source = define(frontMatter, `x${body}`);
      const { pipeline, text, errors } = compile(source);
      expect(text === undefined).toBe(errors.length > 0);
      if (!pipeline || text === undefined) return;
      made += 1;
      expect(compile(source).text).toBe(text);
      expect(explainSecrets(pipeline).filter(isMisplaced)).toEqual([]);
      for (const { id, steps } of pipeline.jobs) {
        if (engineJobs.includes(id)) continue;
        const own = steps.filter(({ kind }) => kind !== "author");
        expect(JSON.stringify(own).replaceAll(/CP_FORGE_TOKEN/g, "")).not.toMatch(engineSecrets);
      }
    }),
    runs(2000),
  );
  // A corpus of faults only would show nothing. About a quarter compiles, fewer in an unlucky
  // sample.
  expect(made / all).toBeGreaterThan(0.1);
});

test("a pipeline is YAML without anchors, with the same content in YAML 1.1 and 1.2", () => {
  fc.assert(
    fc.property(frontMatters, (frontMatter) => {
      const { text } = compile(define(frontMatter));
      if (text === undefined) return;
      const read = (["1.1", "1.2"] as const).map((version) => {
        const document = parseDocument(text, { version });
        expect(document.errors).toEqual([]);
        visit(document, (_, node) => {
          const anchor = isNode(node) && "anchor" in node ? node.anchor : undefined;
          expect([isAlias(node), anchor]).toEqual([false, undefined]);
        });
        return document.toJS() as unknown;
      });
      expect(read[0]).toEqual(read[1]);
    }),
    runs(400),
  );
});

test("no input bytes cause a crash", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { errors } = compileSource(bytes, options);
      expect(errors.length).toBeGreaterThan(0);
    }),
    runs(2000),
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (yaml) => {
      compile(`---\n${yaml}\n---\nLook.\n`);
    }),
    runs(3000),
  );
});

test.each([
  [
    "a definition of 10 MB",
    `---\nname: a\ndescription: ${"x".repeat(10_000_000)}\n---\nLook.\n`,
    "MB",
  ],
  ["a megabyte of brackets", `---\nname: ${"[".repeat(900_000)}\n---\nLook.\n`, "nest"],
  [
    "an alias bomb",
    `---\nname: a\nx0: &x0 [a, a, a, a, a, a, a, a, a]\n${Array.from({ length: 9 }, (_, at) => `x${at + 1}: &x${at + 1} [${Array.from({ length: 9 }, () => `*x${at}`).join(", ")}]`).join("\n")}\n---\nLook.\n`,
    "expands to too many values: aliases can turn a few lines into billions",
  ],
  [
    "a map with 100,000 keys",
    `---\nname: a\n${Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`).join("\n")}\n---\nLook.\n`,
    "expands to too many values: aliases can turn a few lines into billions",
  ],
  [
    "an engine with 20,000 variables",
    `---\nname: a\nengine: {env: {${Array.from({ length: 20_000 }, (_, at) => `K${at}: 1`).join(", ")}}}\n---\nLook.\n`,
    "is a number",
  ],
  [
    "a list of 9,000 repositories with one name",
    `---\nname: a\nrepositories: [${"{repository: a, name: b}, ".repeat(9000)}]\n---\nLook.\n`,
    'two repositories are named "a"',
  ],
])("%s is reported in one sentence", (_, source, message) => {
  const { errors, text } = compile(source);
  expect(text).toBeUndefined();
  expect(errors[0]?.message).toContain(message);
});

test.each([
  ["nl/a\nsteps:\n- bash: evil #.md", "a line break"],
  ["a\r.md", "a line break"],
  ["a\u0085.md", "the character U+0085"],
  ["a\u2028b.md", "the character U+2028"],
  ["a\u0000", "the character U+0000"],
])(
  "a definition in a file named %j is not compiled, because its name appears in the pipeline",
  (source, sign) => {
    const { errors, text } = compileSource(Buffer.from(define({ name: "a" })), {
      ...options,
      source,
    });
    expect(text).toBeUndefined();
    expect(errors).toMatchObject([
      {
        line: 1,
        column: 1,
        message: expect.stringContaining(
          `the file name contains ${sign}; only one line is allowed`,
        ),
      },
    ]);
  },
);

test("a prompt is rejected if its escaped form is too long for a step", () => {
  const told = (body: string) => compile(define({ name: "a" }, body));
  expect(told("x".repeat(119_000)).errors).toEqual([]);
  for (const [body, size] of [
    ["$(x)".repeat(28_000), 309_212],
    ["é".repeat(30_000) + "##[x]".repeat(11_900), 168_312],
  ] as const) {
    const { errors, text } = told(body);
    expect(text).toBeUndefined();
    expect(errors).toMatchObject([
      {
        line: 4,
        column: 1,
        message: expect.stringContaining(
          `the step with the prompt has ${size} bytes; the limit is 131000`,
        ),
      },
    ]);
  }
});

test("explain lists service connections of checkouts, and of tasks inside template expressions", () => {
  const { pipeline } = compile(
    `---
name: probe
repositories: [{repository: tools, type: github, name: acme/tools, endpoint: gh-conn}]
steps:
  - \${{ if eq(variables['Build.Reason'],'Manual') }}:
    - task: AzureCLI@2
      inputs: {azureSubscription: hidden-conn, scriptType: bash}
---
Look.
`,
  );
  if (!pipeline) throw new Error("not compiled");
  const found = explainSecrets(pipeline).filter(({ kind }) => kind === "service connection");
  expect(found.map(({ job, secret }) => `${job} ${secret}`)).toEqual([
    "Agent gh-conn",
    "Agent hidden-conn",
  ]);
});
