import { describe, expect, test } from "vitest";
import { readFrontMatter, said } from "./read-front-matter.ts";

const named = (more: string) => readFrontMatter(`name: probe\n${more}`);
const messages = (found: readonly { message: string; hint?: string }[]) =>
  found.map(({ message, hint = "" }) => `${message} ${hint}`).join("\n");

describe("an author's steps", () => {
  test("are passed through unchanged", () => {
    const { definition, errors } = named(
      "setup:\n- bash: echo hello\nsteps:\n- checkout: tools\n- task: NodeTool@0\n- ${{ if true }}:\n  - bash: x\npost-steps: []",
    );
    expect(errors).toEqual([]);
    expect(
      [definition?.setup, definition?.steps, definition?.postSteps].map((all) => all?.length),
    ).toEqual([1, 3, 0]);
  });

  test.each([
    ["{bash: x}", "is a map; steps must be a list"],
    ["[bash]", "is a string, not a step"],
    ["[{}]", "is an empty step"],
    ["[{run: x}]", 'has "run", but no action'],
  ])("cannot be %s", (yaml, message) => {
    expect(messages(named(`steps: ${yaml}`).errors)).toContain(message);
  });

  test.each(["setup", "steps", "post-steps", "teardown"])(
    "in %s cannot use the compiler's variables",
    (job) => {
      const all = [
        "echo $(FORGE_APP_TOKEN)",
        "echo $(forge_app_token)",
        "echo $(Forge.App.Token)",
        "echo $[variables['FORGE_APP_TOKEN']]",
        "echo ${{ variables.FORGE_APP_TOKEN }}",
        "echo $FORGE_APP_TOKEN",
        "echo $(AW_PROVIDER_BEARER_TOKEN)",
        "echo $(FORGE_APP_PRIVATE_KEY)",
      ];
      const steps = all.map((script) => `- bash: ${JSON.stringify(script)}`);
      const { errors } = named(`${job}:\n${steps.join("\n")}`);
      expect(errors.map(({ path }) => path)).toEqual(all.map((_, at) => `${job}[${at}].bash`));
    },
  );

  test("can use a word that is also the name of the key, unless they refer to the variable", () => {
    const keyed = (...scripts: string[]) =>
      named(
        [
          "engine: {forge-app-token: {app-id: 5, owner: a, private-key: key}}",
          "steps:",
          ...scripts.map((script) => `- bash: ${JSON.stringify(script)}`),
        ].join("\n"),
      ).errors.map(({ path }) => path);
    expect(
      keyed("ssh-keygen -f key", "key=1; echo $key app.key", "jq .key", "echo $(cat key)"),
    ).toEqual([]);
    const refused = [
      "echo $(FORGE_APP_PRIVATE_KEY)",
      "echo $(key)",
      "echo $( KEY )",
      "${{ variables.key }}",
      "${{ variables [ 'Key' ] }}",
      "$[variables['key']]",
    ];
    expect(keyed(...refused)).toEqual(refused.map((_, at) => `steps[${at}].bash`));
  });

  test("can use names that are only similar", () => {
    const steps = [
      "- bash: echo $(MY_FORGE_APP_TOKENS)",
      "- bash: echo ${{ parameters.x }} $(Build.BuildId)",
    ];
    expect(named(`steps:\n${steps.join("\n")}`).errors).toEqual([]);
  });

  test("cannot use the App's private key, and cannot include unchecked steps", () => {
    const { errors } = named(
      [
        "engine: {forge-app-token: {app-id: 5, owner: acme, private-key: acme-key}}",
        "steps:",
        "- bash: x",
        "  env: {KEY: $(ACME-KEY)}",
        "- {$(acme.key): x, bash: y}",
        "- template: more.yml",
      ].join("\n"),
    );
    expect(said(errors)).toEqual([
      'steps[0].env.KEY 6:14 uses "acme-key", which is reserved for the compiler',
      'steps[1]["$(acme.key)"] 7:4 uses "acme-key", which is reserved for the compiler',
      "steps[2].template 8:3 includes steps that gatehouse cannot check, in a job that mints a token",
    ]);
  });

  test("cause a warning if they leave a token in the directory", () => {
    const { errors, warnings } = named("steps: [{checkout: self, persistCredentials: true}]");
    expect(errors).toEqual([]);
    expect(messages(warnings)).toContain(
      "leaves the Azure Pipelines token in the directory, where the engine can read it",
    );
  });
});
