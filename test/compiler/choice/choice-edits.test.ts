import { expect, test } from "vitest";
import { choiceEdits } from "../../../src/compiler/choice/choice-edits.ts";
import { readChoice, type EngineChoice } from "../../../src/compiler/choice/engine-choice.ts";
import { editFrontMatter } from "../../../src/compiler/edit/edit-front-matter.ts";
import { brands } from "../../../src/forge/brand.ts";
import { readDefinition } from "../../../src/compiler/definition/read-definition.ts";
import { splitSource } from "../../../src/compiler/source/source-file.ts";

const definition = (lines: string) => `---\nname: probe # who\n${lines}---\nLook.\n`;

/** All choices that an author may have made, in each notation. */
const written = {
  nothing: "",
  "the name alone": "engine: agent-cli\n",
  options:
    "engine:\n  # ours\n  version: v1.2.3\n  model: m-1 # good\n  timeout-minutes: 5\n  agent: triage\n",
  "on one line": "engine: { model: m-1, version: latest }\n",
  "an App":
    'engine:\n  forge-app-token:\n    app-id: "1234567"\n    owner: octo\n    repositories: [a, b]\n    private-key: MY_KEY\n    skip-token-revocation: true\n',
  "an App elsewhere":
    "engine:\n  forge-app-token: {app-id: Iv1.abc, owner: octo, api-url: https://f.example/api/v3}\n",
  "a connection":
    "engine:\n  provider:\n    base-url: https://m.example\n    token:\n      service-connection: models\n      resource: https://a.example\n",
  "a key":
    "engine:\n  model: m-2\n  provider:\n    base-url: https://m.example/v1\n    wire-api: responses\n    api-key: $(MODEL_KEY)\n",
  both: "engine:\n  forge-app-token: { app-id: 12, owner: octo }\n  provider: { base-url: 'https://m.example', type: anthropic, api-key: $(K) }\n",
  "no credential": "engine:\n  args: [--verbose]\n  provider:\n    base-url: https://m.example\n",
  network: "network:\n  allowed: [a.example]\n  blocked:\n    - b.a.example # never\n  urls: []\n",
} as const;

const ways = Object.entries(written);
const pairs = ways.flatMap(([from, before]) =>
  ways.map(([to, after]) => [from, to, before, after] as const),
);

function readText(text: string): EngineChoice {
  const { definition: read, errors } = readDefinition(splitSource(text), "forge");
  if (!read) throw new Error(`${JSON.stringify(errors)}\n${text}`);
  return readChoice(read);
}

/** Returns the fields that the wizard asks about. Arguments and variables belong to the author. */
function askedOf({ engine, network }: EngineChoice) {
  const { args: _args, env: _env, ...asked } = engine;
  return { asked, network };
}

test.each(pairs)(
  "an edit from %s to %s writes the new choice and keeps all other fields",
  (_from, _to, before, after) => {
    const text = definition(before);
    const stood = readText(text);
    const wanted = readText(definition(after));
    const { args, env } = stood.engine;
    const choice = { ...wanted, engine: { ...wanted.engine, args, env } };
    const edited = editFrontMatter(text, choiceEdits(stood, choice, brands.forge));
    expect(askedOf(readText(edited))).toEqual(askedOf(choice));
    expect(readText(edited).engine.args).toEqual(args);
    expect(edited).toContain("name: probe # who\n");
    expect(edited.endsWith("---\nLook.\n")).toBe(true);
    expect(choiceEdits(readText(edited), choice, brands.forge)).toEqual([]);
  },
);

test("an App ID that would lose a digit as a number is written as a string", () => {
  const stood = readText(definition(""));
  const appToken = {
    appId: "9007199254740993",
    owner: "octo",
    skipRevocation: false,
    privateKey: "FORGE_APP_PRIVATE_KEY",
  };
  const choice = { ...stood, engine: { ...stood.engine, appToken } };
  const edited = editFrontMatter(definition(""), choiceEdits(stood, choice, brands.forge));
  expect(edited).toMatch(/app-id: ["']9007199254740993["']\n/);
  expect(readText(edited).engine.appToken).toEqual(appToken);
});
