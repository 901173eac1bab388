import { describe, expect, test } from "vitest";
import { check, checkPlain, good, locations } from "./check-bench.ts";

describe("a dispatch input", () => {
  const withInput = (name: string) =>
    good
      .replace("target_repository: {", `${name}: {`)
      .replace("inputs.target_repository", "inputs.other");

  test("is reported if it is named like a credential", () => {
    expect(locations(check(withInput("target_token")))).toEqual([
      "worker.md:6:7 dispatch-credential",
    ]);
    expect(check(withInput("max_tokens")).findings).toEqual([]);
  });

  test.each([
    ["FORGE_CLI_TOKEN: ${{ inputs.target_repository }}"],
    ["MY_SECRET: ${{ github.event.inputs['target_repository'] }}"],
    ["API_KEY: prefix-${{ secrets.X || inputs.target_repository }}"],
    ["FORGE_CLI_TOKEN: ${{ INPUTS.target_repository }}"],
    ["FORGE_CLI_TOKEN: ${{ inputs.Target_Repository }}"],
    ["FORGE_CLI_TOKEN: ${{ inputs[ 'target_repository' ] }}"],
    ["FORGE_CLI_TOKEN: ${{ format('{0}', inputs.target_repository) }}"],
    ["FORGE_CLI_TOKEN: ${{ github.event['inputs'].target_repository }}"],
    ["NPM_AUTH: ${{ inputs.target_repository }}"],
  ])("is reported if it is used as a credential: %s", (line) => {
    const text = good.replace("      env:\n", `      env:\n        ${line}\n`);
    expect(check(text).findings).toMatchObject([{ line: 19, check: "dispatch-credential" }]);
  });

  test.each([
    ["run: gh workflow run worker.yml -f note=${{ secrets.OTHER }}"],
    ["run: gh api dispatches --raw-field 'inputs[x]=${{ steps.a.outputs.token }}'"],
    ["with: { inputs: { note: '${{ secrets.OTHER }}' } }"],
  ])("is reported if it receives a credential: %s", (line) => {
    const yml = `on: push\njobs:\n  a:\n    steps:\n      - ${line}\n`;
    expect(check(good, { ".forge/workflows/plain.yml": yml }).findings).toMatchObject([
      { line: 5, check: "dispatch-credential" },
    ]);
  });
});

describe("an input that a step uses to authenticate", () => {
  const step = (lines: string) => `on: push\njobs:\n  a:\n    steps:\n      - ${lines}\n`;

  test.each([
    'run: |\n          curl -H "Authorization: Bearer ${{ inputs.x }}" https://example.com',
    'run: |\n          curl -H "Authorization: token ${{ inputs.x }}" https://example.com',
    "run: export GH_TOKEN=${{ inputs.x }}",
    "run: export GH_TOKEN=${{ inputs[format('x')] }}",
    "run: tool --token ${{ inputs.x }}",
    'run: |\n          curl -H "Authorization: Bearer $X" https://example.com\n        env: { X: "${{ inputs.x }}" }',
    "uses: a/b@v1\n        with: { headers: 'Authorization: Bearer ${{ inputs.x }}' }",
    "run: echo ${{ github.event.client_payload.token }}",
    "run: x\n        env: { GH_TOKEN: '${{ github.event.client_payload.x }}' }",
  ])("is found in: %s", (lines) => {
    const found = checkPlain(step(lines));
    expect(found.map((each) => each.split(" ")[1])).toEqual(["dispatch-credential"]);
  });

  test.each([
    "run: echo ${{ inputs.x }}",
    "run: x\n        env: { GH_TOKEN: '${{ secrets[inputs.x] }}' }",
    "name: Rotate the token of ${{ inputs.x }}\n        run: x",
    "run: x\n        env: { GH_TOKEN: \"${{ inputs.mode == 'live' && secrets.A || secrets.B }}\" }",
    "run: x\n        env: { ROLE_TOKEN: '${{ github.aw.import-inputs.role }}' }",
    "run: echo ${{ github.event.client_payload.ref }}",
  ])("is not found in: %s", (lines) => expect(checkPlain(step(lines))).toEqual([]));
});
