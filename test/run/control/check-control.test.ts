import { describe, expect, test } from "vitest";
import { checkControl } from "../../../src/run/control/check-control.ts";
import { proofPath, renderProofWorkflow } from "../../../src/plane/proof/proof-workflow.ts";
import { brands } from "../../../src/forge/brand.ts";
import type { CliPin } from "../../../src/run/control/cli-pin.ts";
import { somePin } from "../../plane/control-plane-bench.ts";
import { check, control, good, locations, plan } from "./check-bench.ts";
import { render, worker } from "./shared-control-bench.ts";

const block = `safe-outputs:
  forge-app:
    client-id: \${{ vars.OTHER }}
    private-key: \${{ secrets.OTHER }}
engine:`;

test("a rendered control file and a worker that relies on it have no findings", () => {
  expect(check(good)).toEqual({ workflows: 1, findings: [], unread: [] });
});

describe("a worker", () => {
  test.each([
    [
      "without the permission for inference",
      good.replace(/^ {2}agent-requests.*\n/m, ""),
      ["worker.md:7:1 inference-permission"],
    ],
    [
      "with only read permission for inference",
      good.replace("agent-requests: write", "agent-requests: read"),
      ["worker.md:7:1 inference-permission"],
    ],
    [
      "with the permissions write-all",
      good.replace(/permissions:\n(?: {2}.*\n)+/, "permissions: write-all\n"),
      ["worker.md:7:1 inference-permission"],
    ],
    [
      "without permissions",
      good.replace(/permissions:\n(?: {2}.*\n)+/, ""),
      ["worker.md:1:1 inference-permission"],
    ],
    [
      "that does not import the control file",
      good.replace("shared/control.md", "shared/other.md"),
      ["worker.md:11:1 shared-control"],
    ],
    ["with its own App", good.replace("engine:", block), ["worker.md:15:3 own-app"]],
    ["with invalid YAML", good.replace("engine:", "engine: ["), ["worker.md"]],
  ])("%s is reported at the location", (_, text, expected) => {
    expect(
      locations(check(text)).map((location, index) => location.slice(0, expected[index]?.length)),
    ).toEqual(expected);
  });

  test("with CRLF and a byte order mark is read like any other worker", () => {
    expect(check(`\ufeff${good.replaceAll("\n", "\r\n")}`).findings).toEqual([]);
  });

  test("for the PAT profile must name the environment that stores the PAT", () => {
    expect(check(worker("pat"), {}, "pat").findings).toEqual([]);
    expect(locations(check(good, {}, "pat"))).toEqual(["worker.md:1:1 environment"]);
  });
});

describe("a compiled worker", () => {
  /** Returns the findings if the worker's lock file contains this step. */
  const findings = (text: string) =>
    check(good, {
      ".forge/workflows/worker.lock.yml": `jobs:\n  agent:\n    steps:\n${text}`,
    }).findings;
  const step = ({ source, integrity }: CliPin, quote = "") =>
    [
      "      - env:",
      `          GATEHOUSE_INTEGRITY: ${quote}${integrity}${quote}`,
      `          GATEHOUSE_SOURCE: ${quote}${source}${quote}`,
      "        run: node dist/cli.js admit\n",
    ].join("\n");

  test.each(["", '"', "'"])("with the control file's package has no findings: %s", (quote) => {
    expect(findings(step(somePin, quote))).toEqual([]);
  });

  test.each([
    ["package", { source: "https://example.com/gatehouse-0.0.9.tgz" }],
    ["hash", { integrity: `sha512-${"B".repeat(86)}==` }],
  ])("with another %s has to be compiled again", (_, change) => {
    const pin = { ...somePin, ...change };
    expect(findings(step(pin))).toMatchObject([
      {
        file: ".forge/workflows/worker.lock.yml",
        line: 6,
        column: 1,
        check: "stale-lock",
        message: expect.stringContaining("run `gh aw compile`"),
      },
    ]);
  });

  test("without a package has no findings", () => {
    expect(findings("      - run: make\n")).toEqual([]);
  });
});

test("a workflow with its own pin is not a compiled one", () => {
  const fleet = "on: schedule\njobs: {}\nenv:\n  GATEHOUSE_SOURCE: a\n  GATEHOUSE_INTEGRITY: b\n";
  expect(check(good, { ".forge/workflows/gatehouse-fleet.yml": fleet }).findings).toEqual([]);
});

describe("the package manifest", () => {
  test("without a config block has no findings", () => {
    expect(check(good, { "aw.yml": "name: control\nincludes: [a.md]\n" }).findings).toEqual([]);
  });

  test.each([
    ["config:\n  - type: secret\n", 2],
    ['"config": []\n', 2],
    ["files: []\nconfig:\n", 3],
    ["<<: { config: [] }\n", 2],
    ["a: &c config\n*c : []\n", 3],
    ["a: &m { config: [] }\n<<: [*m]\n", 3],
  ])("with a config block is reported: %j", (text, line) => {
    expect(check(good, { "aw.yml": `name: control\n${text}` }).findings).toMatchObject([
      { file: "aw.yml", line, check: "config-block" },
    ]);
  });
});

describe("the control file", () => {
  const drift = (text: string) =>
    checkControl([{ ...control, text }], brands.forge, { plan }).findings;

  test("that differs is reported at its first differing line", () => {
    const text = control.text.replace("ignore-if-missing: true", "ignore-if-missing: false");
    const line =
      text.split("\n").findIndex((each) => each.includes("ignore-if-missing: false")) + 1;
    expect(drift(text)).toMatchObject([{ file: control.path, line, column: 1, check: "drift" }]);
  });

  test.each([
    ["an additional line", `${control.text}\n`],
    ["another profile", render("pat")],
    ["no pin", "---\n---\n"],
  ])("with %s is reported", (_, text) => expect(drift(text)).toMatchObject([{ check: "drift" }]));

  test("may have another pin", () => {
    expect(drift(control.text.replaceAll("gatehouse-0.1.0", "gatehouse-0.2.0"))).toEqual([]);
  });

  test.each([
    [
      "a secret in its address",
      "GATEHOUSE_SOURCE",
      "https://evil.example/${{secrets.CP_FORGE_TOKEN}}",
      "https package URL",
    ],
    ["a variable as its address", "GATEHOUSE_SOURCE", "${{vars.X}}", "https package URL"],
    [
      "an unencrypted address",
      "GATEHOUSE_SOURCE",
      "http://evil.example/a.tgz",
      "https package URL",
    ],
    [
      "user information in its address",
      "GATEHOUSE_SOURCE",
      "https://a:b@evil.example/a.tgz",
      "https package URL",
    ],
    [
      "a shell command in its address",
      "GATEHOUSE_SOURCE",
      "https://evil.example/;id",
      "https package URL",
    ],
    ["an invalid hash", "GATEHOUSE_INTEGRITY", "x", "sha512 package integrity"],
    ["a variable as its hash", "GATEHOUSE_INTEGRITY", "${{vars.X}}", "sha512 package integrity"],
  ])("whose pin has %s is reported, although the rest is as rendered", (_, name, value, kind) => {
    const text = control.text.replaceAll(
      new RegExp(`${name}: \\S+`, "g"),
      () => `${name}: ${value}`,
    );
    expect(drift(text)).toMatchObject([
      {
        check: "drift",
        message: expect.stringContaining(`"${value}" is not a valid ${kind}.`),
      },
    ]);
  });

  test("is reported if it is missing, or if there is no decision to compare it with", () => {
    expect(checkControl([], brands.forge, { plan }).findings).toMatchObject([{ check: "drift" }]);
    const reason = "nothing is decided";
    const wanted = { plan: undefined, reason };
    expect(checkControl([control], brands.forge, wanted).findings).toMatchObject([
      { message: reason },
    ]);
  });
});

test("gatehouse's own proof workflow has no findings", () => {
  const path = proofPath(brands.forge);
  expect(locations(check(good, { [path]: renderProofWorkflow(brands.forge) }))).toEqual([]);
});

describe("the list of unchecked content", () => {
  const deep = "  - shared/deep/own.md\n  - evil/repo/x.md@main\n";
  const importing = good.replace(/^imports:\n/m, (line) => `${line}${deep}`);

  test("contains imports that were not read, and files that are not text", () => {
    expect(good).not.toBe(importing);
    expect(check(importing)).toMatchObject({
      findings: [],
      unread: [
        ".forge/workflows/worker.md imports shared/deep/own.md, which was not read",
        ".forge/workflows/worker.md imports evil/repo/x.md@main, which was not read",
      ],
    });
    const sources = [control, { path: ".forge/workflows/odd.md", text: undefined }];
    expect(checkControl(sources, brands.forge, { plan }).unread).toEqual([
      ".forge/workflows/odd.md is not a text file",
    ]);
  });

  test("is empty if all imports were read or are optional", () => {
    const own = { ".forge/workflows/shared/deep/own.md": "Words.\n" };
    const optional = importing.replace("evil/repo/x.md@main", "shared/none.md?");
    expect(check(optional, own)).toMatchObject({ findings: [], unread: [] });
  });
});
