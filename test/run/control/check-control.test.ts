import { describe, expect, test } from "vitest";
import { checkControl } from "../../../src/run/control/check-control.ts";
import { proofPath, renderProofWorkflow } from "../../../src/plane/proof/proof-workflow.ts";
import { brands } from "../../../src/forge/brand.ts";
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
  ])("%s is found at its location", (_, text, expected) => {
    expect(
      locations(check(text)).map((location, index) => location.slice(0, expected[index]?.length)),
    ).toEqual(expected);
  });

  test("with CRLF and a BOM is read like any other", () => {
    expect(check(`\ufeff${good.replaceAll("\n", "\r\n")}`).findings).toEqual([]);
  });

  test("of the PAT's profile names the environment that the PAT lies in", () => {
    expect(check(worker("pat"), {}, "pat").findings).toEqual([]);
    expect(locations(check(good, {}, "pat"))).toEqual(["worker.md:1:1 environment"]);
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
    ["<<: { config: [] }\n", 2],
    ["a: &c config\n*c : []\n", 3],
    ["a: &m { config: [] }\n<<: [*m]\n", 3],
  ])("with one is found: %j", (text, line) => {
    expect(check(good, { "aw.yml": `name: control\n${text}` }).findings).toMatchObject([
      { file: "aw.yml", line, check: "config-block" },
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

  test.each([
    [
      "a secret in its address",
      "GATEHOUSE_SOURCE",
      "https://evil.example/${{secrets.CP_FORGE_TOKEN}}",
      "https package URL",
    ],
    ["an address by a variable", "GATEHOUSE_SOURCE", "${{vars.X}}", "https package URL"],
    [
      "an address that is not safe",
      "GATEHOUSE_SOURCE",
      "http://evil.example/a.tgz",
      "https package URL",
    ],
    [
      "a user in its address",
      "GATEHOUSE_SOURCE",
      "https://a:b@evil.example/a.tgz",
      "https package URL",
    ],
    [
      "another command behind its address",
      "GATEHOUSE_SOURCE",
      "https://evil.example/;id",
      "https package URL",
    ],
    ["no hash", "GATEHOUSE_INTEGRITY", "x", "sha512 package integrity"],
    ["a hash by a variable", "GATEHOUSE_INTEGRITY", "${{vars.X}}", "sha512 package integrity"],
  ])("whose pin has %s is found, although the file is as rendered", (_, name, value, kind) => {
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

  test("that is missing, or of which nothing is decided, is found", () => {
    expect(checkControl([], brands.forge, { plan }).findings).toMatchObject([{ check: "drift" }]);
    const reason = "nothing is decided";
    const wanted = { plan: undefined, reason };
    expect(checkControl([control], brands.forge, wanted).findings).toMatchObject([
      { message: reason },
    ]);
  });
});

test("gatehouse's own workflow for proof runs has no finding", () => {
  const path = proofPath(brands.forge);
  expect(locations(check(good, { [path]: renderProofWorkflow(brands.forge) }))).toEqual([]);
});

describe("unchecked content", () => {
  const deep = "  - shared/deep/own.md\n  - evil/repo/x.md@main\n";
  const importing = good.replace(/^imports:\n/m, (line) => `${line}${deep}`);

  test("is named: imports from other repositories, and files that are not text", () => {
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

  test("is nothing where all that is imported was read, or may be absent", () => {
    const own = { ".forge/workflows/shared/deep/own.md": "Words.\n" };
    const optional = importing.replace("evil/repo/x.md@main", "shared/none.md?");
    expect(check(optional, own)).toMatchObject({ findings: [], unread: [] });
  });
});
