import { describe, expect, test } from "vitest";
import { checkControl } from "../../../src/control/shared-control/check-control.ts";
import { proofPath, renderProofWorkflow } from "../../../src/control/proof/proof-workflow.ts";
import { brands } from "../../../src/forge/brand.ts";
import { choices, render, worker, type Chosen } from "./shared-control-bench.ts";

const control = { path: ".forge/workflows/shared/control.md", text: render("app") };
const good = worker("app");
const plan = {
  brand: brands.forge,
  choice: choices.app,
  environment: "control-plane",
  outputs: "control repository",
} as const;

function check(
  text: string,
  others: Readonly<Record<string, string>> = {},
  profile: Chosen = "app",
) {
  const more = Object.entries(others).map(([path, each]) => ({ path, text: each }));
  const sources = [
    { ...control, text: render(profile) },
    { path: ".forge/workflows/worker.md", text },
    ...more,
  ];
  return checkControl(sources, brands.forge, { plan: { ...plan, choice: choices[profile] } });
}

/** `worker.md:9:1 own-app` */
function places(report: ReturnType<typeof check>): string[] {
  return report.findings.map(
    ({ file, line, column, check: id }) =>
      `${file.replace(".forge/workflows/", "")}:${line}:${column} ${id}`,
  );
}

const block = `safe-outputs:
  forge-app:
    client-id: \${{ vars.OTHER }}
    private-key: \${{ secrets.OTHER }}
engine:`;

test("what is as rendered, and a worker that relies on it, have no findings", () => {
  expect(check(good)).toEqual({ workflows: 1, findings: [] });
});

describe("a worker", () => {
  test.each([
    [
      "without the permission for inference",
      good.replace(/^ {2}agent-requests.*\n/m, ""),
      ["worker.md:7:1 inference-permission"],
    ],
    [
      "with less of it",
      good.replace("agent-requests: write", "agent-requests: read"),
      ["worker.md:7:1 inference-permission"],
    ],
    [
      "with all permissions in a word",
      good.replace(/permissions:\n(?: {2}.*\n)+/, "permissions: write-all\n"),
      ["worker.md:7:1 inference-permission"],
    ],
    [
      "without permissions",
      good.replace(/permissions:\n(?: {2}.*\n)+/, ""),
      ["worker.md:1:1 inference-permission"],
    ],
    [
      "that imports another file",
      good.replace("shared/control.md", "shared/other.md"),
      ["worker.md:11:1 shared-control"],
    ],
    ["with an App of its own", good.replace("engine:", block), ["worker.md:15:3 own-app"]],
    ["with YAML that is none", good.replace("engine:", "engine: ["), ["worker.md"]],
  ])("%s is found where it stands", (_, text, expected) => {
    expect(
      places(check(text)).map((place, index) => place.slice(0, expected[index]?.length)),
    ).toEqual(expected);
  });

  test("with CRLF and a BOM is read like any other", () => {
    expect(check(`\ufeff${good.replaceAll("\n", "\r\n")}`).findings).toEqual([]);
  });

  test("of the PAT's profile names the environment that the PAT lies in", () => {
    expect(check(worker("pat"), {}, "pat").findings).toEqual([]);
    expect(places(check(good, {}, "pat"))).toEqual(["worker.md:1:1 environment"]);
  });
});

describe("an import of shared control", () => {
  test.each([
    ["a path of the repository", "- .forge/workflows/shared/control.md"],
    ["a path by name", "- path: shared/control.md\n    inputs: { role: worker }"],
    ["by another shared part", "- shared/mine.md"],
  ])("%s is one", (_, line) => {
    const text = good.replace(/ {2}- uses: .*\n.*role: worker.*\n/, `  ${line}\n`);
    const mine = "---\nimports:\n  - control.md\n---\n";
    expect(check(text, { ".forge/workflows/shared/mine.md": mine }).findings).toEqual([]);
  });

  test("files that import each other lead nowhere", () => {
    const [one, other] = ["---\nimports: [two.md]\n---\n", "---\nimports: [one.md]\n---\n"];
    const text = good.replace("shared/control.md", "shared/one.md");
    const files = {
      ".forge/workflows/shared/one.md": one,
      ".forge/workflows/shared/two.md": other,
    };
    expect(places(check(text, files))).toEqual(["worker.md:11:1 shared-control"]);
  });
});

describe("an App block", () => {
  test.each([
    ["above it", "  # own App because: the target is in another organization\n"],
    ["above it, among others", "  # own App because: the target is elsewhere\n  # see there\n"],
  ])("is no finding with its reason %s", (_, comment) => {
    const text = good.replace("engine:", block.replace("  forge-app:", `${comment}  forge-app:`));
    expect(check(text).findings).toEqual([]);
  });

  test.each([
    ["no reason", "  # own App because:\n"],
    ["a word for one", "  # own App because: yes\n"],
    ["a reason elsewhere", "  # own App because: it is needed there\n  concurrency: one\n"],
  ])("stays one with %s", (_, comment) => {
    const text = good.replace("engine:", block.replace("  forge-app:", `${comment}  forge-app:`));
    expect(check(text).findings).toMatchObject([{ check: "own-app" }]);
  });

  test("in a shared part, in a tool, and as an action's step is one, too", () => {
    const part = `---\ntools:\n  github:\n    github-app:\n      app-id: 1\n---\n`;
    const yml = `on: push\njobs:\n  a:\n    steps:\n      - name: Mint\n        uses: actions/create-github-app-token@v2\n`;
    const report = check(good, {
      ".forge/workflows/shared/tools.md": part,
      ".forge/workflows/plain.yml": yml,
    });
    expect(places(report)).toEqual(["plain.yml:6:9 own-app", "shared/tools.md:4:5 own-app"]);
  });

  test("of an application's own settings is none", () => {
    const yml =
      "on: push\nenv: { app: web }\njobs:\n  a:\n    environment:\n      app: { name: x }\n";
    expect(check(good, { ".forge/workflows/plain.yml": yml }).findings).toEqual([]);
  });
});

describe("an input of a dispatch", () => {
  const withInput = (name: string) =>
    good
      .replace("target_repository: {", `${name}: {`)
      .replace("inputs.target_repository", "inputs.other");

  test.each(
    [
      ["token", "TARGET_TOKEN", "api-key", "privateKey", "pat", "app_private_key", "client_secret"],
      [
        "credentials",
        "password",
        "authorization",
        "github-token",
        "signing-key",
        "pem",
        "accessToken",
      ],
    ].flat(),
  )("%s is named like a credential", (name) => {
    expect(places(check(withInput(name)))).toEqual(["worker.md:6:7 dispatch-credential"]);
  });

  test.each([
    "target_repository",
    "max_tokens",
    "token_budget",
    "cache_key",
    "path",
    "correlation_id",
    "pattern",
  ])("%s is not", (name) => expect(check(withInput(name)).findings).toEqual([]));

  test.each([
    ["FORGE_CLI_TOKEN: ${{ inputs.target_repository }}"],
    ["MY_SECRET: ${{ github.event.inputs['target_repository'] }}"],
    ["API_KEY: prefix-${{ secrets.X || inputs.target_repository }}"],
  ])("that is used as a credential is found: %s", (line) => {
    const text = good.replace("      env:\n", `      env:\n        ${line}\n`);
    expect(check(text).findings).toMatchObject([{ line: 19, check: "dispatch-credential" }]);
  });

  test.each([
    ["run: gh workflow run worker.yml -f note=${{ secrets.OTHER }}"],
    ["run: gh api dispatches --raw-field 'inputs[x]=${{ steps.a.outputs.token }}'"],
    ["with: { inputs: { note: '${{ secrets.OTHER }}' } }"],
  ])("that is given a credential is found: %s", (line) => {
    const yml = `on: push\njobs:\n  a:\n    steps:\n      - ${line}\n`;
    expect(check(good, { ".forge/workflows/plain.yml": yml }).findings).toMatchObject([
      { line: 5, check: "dispatch-credential" },
    ]);
  });
});

describe("the package manifest", () => {
  test("without a config block is fine", () => {
    expect(check(good, { "aw.yml": "name: control\nincludes: [a.md]\n" }).findings).toEqual([]);
  });

  test.each([
    ["config:\n  - type: secret\n", 2],
    ['"config": []\n', 2],
    ["files: []\nconfig:\n", 3],
  ])("with one is found: %j", (text, line) => {
    expect(check(good, { "aw.yml": `name: control\n${text}` }).findings).toMatchObject([
      { file: "aw.yml", line, column: 1, check: "config-block" },
    ]);
  });
});

describe("the control file", () => {
  const drift = (text: string) =>
    checkControl([{ ...control, text }], brands.forge, { plan }).findings;

  test("that differs is found by its first other line", () => {
    const text = control.text.replace("ignore-if-missing: true", "ignore-if-missing: false");
    const line =
      text.split("\n").findIndex((each) => each.includes("ignore-if-missing: false")) + 1;
    expect(drift(text)).toMatchObject([{ file: control.path, line, column: 1, check: "drift" }]);
  });

  test.each([
    ["a line more", `${control.text}\n`],
    ["another profile", render("pat")],
    ["no pin", "---\n---\n"],
  ])("with %s is found", (_, text) => expect(drift(text)).toMatchObject([{ check: "drift" }]));

  test("with another pin is as rendered: the pin is its own", () => {
    expect(drift(control.text.replaceAll("gatehouse-0.1.0", "gatehouse-0.2.0"))).toEqual([]);
  });

  test("that is missing, or of which nothing is decided, is found", () => {
    expect(checkControl([], brands.forge, { plan }).findings).toMatchObject([{ check: "drift" }]);
    const because = "nothing is decided";
    const wanted = { plan: undefined, because };
    expect(checkControl([control], brands.forge, wanted).findings).toMatchObject([
      { message: because },
    ]);
  });
});

test("the workflow that gatehouse itself writes to prove credentials has no finding", () => {
  const path = proofPath(brands.forge);
  expect(places(check(good, { [path]: renderProofWorkflow(brands.forge) }))).toEqual([]);
});
