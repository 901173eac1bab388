import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/compiler/compile-source.ts";
import { pem, tokens } from "../../shared/redact/samples.ts";
import { vendorSamples } from "../../shared/redact/vendor-samples.ts";
import { settings } from "../pipeline/compile-text.ts";
import { readFrontMatter, said } from "./read-front-matter.ts";

const token = tokens["classic"]!;
const provider = "base-url: https://m.example/v1";

function compile(yaml: string, body: string) {
  return compileSource(Buffer.from(`---\n${yaml}\n---\n${body}\n`), {
    settings,
    programs: { mint: "// mint\n", revoke: "// revoke\n" },
    source: "agents/probe.md",
    version: "0.1.0",
  });
}

const locations: readonly (readonly [string, (value: string) => readonly [string, string?]])[] = [
  ["a variable", (value) => [`name: A\nengine:\n  env:\n    SOME_NAME: ${value}`]],
  ["an argument", (value) => [`name: A\nengine:\n  args: [--x=${value}]`]],
  ["the prompt", (value) => ["name: A", `Use the key ${value} for it.`]],
  ["code in the prompt", (value) => ["name: A", `Run:\n\n\`\`\`sh\nexport K='${value}'\n\`\`\``]],
  ["the name", (value) => [`name: A ${value}`]],
  ["the description", (value) => [`name: A\ndescription: ${value}`]],
  ["a comment", (value) => [`name: A # ${value}`]],
  ["a step", (value) => [`name: A\nsteps:\n  - bash: tool --key ${value}`]],
  [
    "a step's environment",
    (value) => [`name: A\nsetup:\n  - bash: tool\n    env: { K: ${value} }`],
  ],
  [
    "a provider's key",
    (value) => [`name: A\nengine:\n  provider: { ${provider}, api-key: ${value} }`],
  ],
  [
    "a folded text",
    (value) => [`name: A\ndescription: "${value.slice(0, 18)}\\\n  ${value.slice(18)}"`],
  ],
  ["an unknown key", (value) => [`name: A\n${value}: x`]],
  [
    "escapes of YAML",
    (value) => [`name: A\ndescription: "\\x${value.charCodeAt(0).toString(16)}${value.slice(1)}"`],
  ],
];

describe.each(locations)("a credential in %s is an error that does not reveal it", (_, write) => {
  test.each([
    ["forge token", token],
    ["fine-grained", tokens["fine-grained"]!],
    ["installation", tokens["installation"]!],
  ])("%s", (_kind, value) => {
    const [yaml, body = "Look."] = write(value);
    const { errors, warnings, text } = compile(yaml, body);
    expect(text).toBeUndefined();
    expect(errors.map(({ message }) => message)).toContain(
      "possible credential (forge token): anyone who can read this file can use it",
    );
    const all = JSON.stringify([errors, warnings]);
    for (let at = 0; at + 8 <= value.length; at += 1) {
      expect(all).not.toContain(value.slice(at, at + 8));
    }
  });
});

test.each(vendorSamples)("the compiler refuses a %s", (kind, value) => {
  for (const [yaml, body] of [
    [`name: A\nengine:\n  env: { SOME_NAME: '${value}' }`, "Look."],
    ["name: A", `Use ${value} for it.`],
  ] as const) {
    const { errors } = compile(yaml, body);
    expect(said(errors).join("\n")).toContain(`possible credential (${kind})`);
    expect(JSON.stringify(errors)).not.toContain(value.slice(4, 16));
  }
});

test("the error has the line and the column of the credential", () => {
  const { errors } = readFrontMatter("name: A\n# x", { body: `Look.\n\nUse ${token}.` });
  expect(said(errors)).toEqual([
    " 7:5 possible credential (forge token): anyone who can read this file can use it",
  ]);
});

test.each([
  ["a private key", pem],
  ["a key in base64", Buffer.from(`x:${token}`).toString("base64")],
])("%s in the prompt is an error", (_, value) => {
  expect(readFrontMatter("name: A", { body: `Look.\n${value}\n` }).errors).not.toEqual([]);
});

test.each([
  ["a random value with a secret's name", "API_TOKEN=a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6"],
  ["a URL with a password", "https://mona:hunter2@forge.example/acme"],
  ["a password", "password: hunter2"],
])("%s is a warning in the prompt and an error elsewhere", (_, value) => {
  const { errors, warnings } = readFrontMatter("name: A", { body: `Look.\n${value}\n` });
  expect(errors).toEqual([]);
  expect(said(warnings).join()).toContain("possible credential");
  expect(JSON.stringify(warnings)).not.toMatch(/hunter2|a1b2c3/);
  const elsewhere = readFrontMatter(`name: A\ndescription: >-\n  ${value}`);
  expect(said(elsewhere.errors).join()).toContain("possible credential");
});

test.each([
  "Set `Authorization: Bearer $(MODEL_KEY)` and https://x:$(PAT)@forge.example.",
  "A password: never write one down. The token: ask for it.",
  "Tokens begin with ghp_ or sk-ant-; keys with -----BEGIN RSA PRIVATE KEY-----.",
  "Clone https://acme@dev.azure.example/acme/web/_git/web at 3f786850e387550fdab836ed7e6dc881de23001b.",
  "The hash is sha512-RdJUflcE3cUzKiMqQgsCu06FPu9UdIJO0beYbPhHN4k6apgJtifcoCtT9bcxOpYBtpD2kCM6Sbzg4CausW/PKQ==.",
])("a prompt without a credential is accepted: %s", (body) => {
  const yaml = `name: A\nengine:\n  provider: { ${provider}, api-key: $(MODEL_KEY) }`;
  expect(readFrontMatter(yaml, { body }).errors).toEqual([]);
});
