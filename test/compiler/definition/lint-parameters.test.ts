import { describe, expect, test } from "vitest";
import { compileText } from "../pipeline/compile-text.ts";
import { readFrontMatter } from "./read-front-matter.ts";

const app = "engine: {forge-app-token: {app-id: 1, owner: o}}";
const provider = 'engine: {provider: {base-url: "https://a.example", api-key: $(KEY)}}';
const free = "parameters:\n- name: title";

const warned = (yaml: string) =>
  readFrontMatter(`name: probe\n${yaml}`).warnings.filter(({ path }) => path === "parameters");

describe("a free-text parameter", () => {
  test.each([
    ["a script", "bash: echo '${{ parameters.title }}'"],
    ["the environment of a script", 'bash: x\n  env: {T: "${{ parameters.title }}"}'],
    ["a task input", "task: A@1\n  inputs: {t: \"x${{ parameters['title'] }}\"}"],
    ["a format expression", "bash: ${{ format('{0}', Parameters.Title) }}"],
    ["an expression with all parameters", "bash: ${{ convertToJson(parameters) }}"],
    ["a key", "${{ parameters.title }}: x\n  bash: y"],
    ["a step in a condition", "${{ if true }}:\n  - bash: ${{ parameters.title }}"],
  ])("causes one warning at its name if it is used in %s", (_, step) => {
    expect(
      warned(`${app}\n${free}\nsteps:\n- ${step}\n- bash: ${"${{ parameters.title }}"}`),
    ).toEqual([
      expect.objectContaining({ line: 5, column: 9, message: expect.stringContaining('"title"') }),
    ]);
  });

  test.each(["setup", "steps", "post-steps", "teardown"])("causes a warning in %s", (job) => {
    expect(
      warned(`${provider}\n${free}\n${job}:\n- bash: ${"${{ parameters.title }}"}`),
    ).toHaveLength(1);
  });

  test.each([
    ["if no step uses it", `${app}\n${free}\nsteps:\n- bash: parameters.title`],
    [
      "in a comparison",
      `${app}\n${free}\nsteps:\n- bash: x\n  condition: \${{ and(eq(parameters.title, 'a'), true) }}`,
    ],
    ["as a condition", `${app}\n${free}\nsteps:\n- \${{ if parameters.title }}:\n  - bash: x`],
    [
      "if another parameter is used",
      `${app}\n${free}\nsteps:\n- bash: \${{ parameters.title2 }} \${{ parameters.title-x }}`,
    ],
    [
      "with a list of values",
      `${app}\n${free}\n  values: [a, b]\nsteps:\n- bash: \${{ parameters.title }}`,
    ],
    [
      "if it is a number",
      `${app}\n${free}\n  type: number\nsteps:\n- bash: \${{ parameters.title }}`,
    ],
    [
      "without a credential that only the compiler's steps have",
      `${free}\nsteps:\n- bash: \${{ parameters.title }}`,
    ],
  ])("causes no warning %s", (_, yaml) => {
    expect(warned(yaml)).toEqual([]);
  });
});

describe("free text from a caller", () => {
  const typed = "${{ parameters.title }}";
  test.each([
    `name: "${typed}"`,
    `engine: "${typed}"`,
    ...["model", "version", "agent", "api-target", "command"].map(
      (key) => `engine: {${key}: "${typed}"}`,
    ),
    `engine: {args: ["--a=${typed}"]}`,
    `engine: {env: {A: "${typed}"}}`,
    ...["app-id", "owner", "api-url", "private-key"].map(
      (key) => `engine: {forge-app-token: {app-id: 1, owner: o, ${key}: "${typed}"}}`,
    ),
    `engine: {forge-app-token: {app-id: 1, owner: o, repositories: ["${typed}"]}}`,
    ...["type", "wire-api", "api-key", "base-url"].map(
      (key) => `engine: {provider: {base-url: "https://a.example", ${key}: "${typed}"}}`,
    ),
    `engine: {provider: {base-url: "https://a.example", token: {service-connection: "${typed}"}}}`,
    `engine: {provider: {base-url: "https://a.example", token: {service-connection: a, resource: "a://${typed}"}}}`,
    `network: {allowed: ["${typed}"]}`,
    `network: {urls: ["https://a.example/${typed}"]}`,
    `pool: {vmImage: "${typed}"}`,
    `pool: {name: "${typed}"}`,
    `repositories: [{repository: "${typed}", name: a/b}]`,
    `repositories: [{repository: a, name: "${typed}"}]`,
    `safe-outputs: {issue: {max: "${typed}"}}`,
  ])("is not allowed in %s", (yaml) => {
    const named = yaml.startsWith("name") ? yaml : `name: probe\n${yaml}`;
    expect(readFrontMatter(`${named}\n${free}`).definition).toBeUndefined();
  });

  test("is not copied into the compiler's own steps", () => {
    const yaml = `name: probe\ndescription: "${typed}"\n${free}\n  displayName: "${typed}"\nsteps:\n- bash: "${typed}"`;
    const { pipeline, text } = compileText(yaml, { body: `Look at ${typed}.` });
    const own = pipeline.jobs.flatMap(({ steps }) => steps.filter(({ kind }) => kind !== "author"));
    expect(JSON.stringify(own)).not.toContain("${{");
    expect(text.split(typed)).toHaveLength(3);
  });
});
