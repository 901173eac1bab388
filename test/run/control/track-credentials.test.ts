import { describe, expect, test } from "vitest";
import { check, good, locations } from "./check-bench.ts";
import { secret, folder, sending, job, step, checks, unreadOf } from "./track-bench.ts";

describe("a credential is tracked into a dispatch", () => {
  const viaOutput = (line: string) => `id: m\nenv: { T: '${secret}' }\nrun: ${line}`;

  test.each([
    ["the workflow's env", "${{ env.T }}", { head: `env: { T: '${secret}' }\n` }],
    [
      "a variable that refers to another variable",
      "${{ env.U }}",
      { head: `env: { T: '${secret}', U: '\${{ env.T }}' }\n` },
    ],
    [
      "an index expression",
      "${{ format('{0}', env['t']) }}",
      { head: `env: { T: '${secret}' }\n` },
    ],
    [
      "a step's output",
      "${{ steps.m.outputs.note }}",
      { steps: step(viaOutput('echo "note=$T" >> "$GITHUB_OUTPUT"')) },
    ],
    [
      "a step's output in another case",
      "${{ steps.M.outputs.NOTE }}",
      { steps: step(`id: m\nrun: echo "note=${secret}" >> $FORGE_OUTPUT`) },
    ],
    [
      "a shell variable and a step's output",
      "${{ steps.m.outputs.note }}",
      {
        steps: step(viaOutput('|\n  x=$(echo "$T" | base64)\n  echo "note=$x" >> $GITHUB_OUTPUT')),
      },
    ],
    [
      "an action that mints a token",
      "${{ steps.m.outputs['token'] }}",
      { steps: step("id: m\nuses: actions/create-github-app-token@v2") },
    ],
    [
      "the environment of later steps",
      "$NOTE",
      { steps: step(viaOutput('echo "NOTE=$T" >> "$GITHUB_ENV"')) },
    ],
    [
      "the env context of later steps",
      "${{ env.NOTE }}",
      { steps: step(viaOutput('echo "NOTE=$T" >> "$GITHUB_ENV"')) },
    ],
    [
      "a job's output",
      "${{ needs.a.outputs.note }}",
      {
        jobs: job(
          `outputs: { note: '\${{ steps.m.outputs.note }}' }\nsteps:\n  - id: m\n    run: echo "note=${secret}" >> $GITHUB_OUTPUT`,
        ),
      },
    ],
    [
      "a variable of the same name in an inner scope",
      "$T",
      {
        head: `env: { T: '${secret}' }\n`,
        steps: step("run: echo"),
        own: "env: { T: '${{ env.T }}' }",
      },
    ],
    [
      "the CLI's token variable, written by an earlier step",
      "$GH_TOKEN",
      { steps: step(viaOutput('echo "GH_TOKEN=$T" >> "$GITHUB_ENV"')) },
    ],
    [
      "the results of all earlier jobs",
      "${{ toJSON(needs) }}",
      { jobs: job(`outputs: { note: '${secret}' }\nsteps: []`) },
    ],
    [
      "the complete result of an earlier job",
      "${{ toJSON(needs.a) }}",
      { jobs: job(`outputs: { note: '${secret}' }\nsteps: []`) },
    ],
    [
      "all outputs of an earlier job",
      "${{ toJSON(needs.a.outputs) }}",
      { jobs: job(`outputs: { note: '${secret}' }\nsteps: []`) },
    ],
  ])("through %s", (_, value, parts) => {
    expect(checks(sending(value, parts))).toEqual(["dispatch-credential"]);
  });

  test("through the output of a local workflow that a job calls", () => {
    const called = `on:
  workflow_call:
    outputs: { note: { value: '\${{ jobs.b.outputs.note }}' } }
jobs:
  b:
    outputs: { note: '${secret}' }
    steps: []
`;
    const text = sending("${{ needs.a.outputs.note }}", {
      jobs: job("uses: ./.forge/workflows/called.yml"),
    });
    const others = { [`${folder}/plain.yml`]: text, [`${folder}/called.yml`]: called };
    expect(locations(check(good, others))).toEqual(["plain.yml:8:14 dispatch-credential"]);
  });

  test("without an endless loop if values form a cycle", () => {
    const head = "env: { T: '${{ env.U }}', U: '${{ env.T }}' }\n";
    expect(checks(sending("${{ env.T }}", { head }))).toEqual([]);
    const circle = sending("${{ needs.a.outputs.x }}", {
      head: "# \n",
      jobs: job("uses: ./.forge/workflows/plain.yml"),
    }).replace(
      "on: push",
      "on: { workflow_call: { outputs: { x: { value: '${{ jobs.a.outputs.x }}' } } } }",
    );
    expect(checks(circle)).toEqual([]);
  });
});

describe("an ordinary value is not a credential", () => {
  test.each([
    ["${{ env.T }}", { head: "env: { T: '${{ github.sha }}' }\n" }],
    [
      "${{ steps.m.outputs.sha }}",
      {
        steps: step(
          `id: m\nenv: { GH_TOKEN: '${secret}' }\nrun: echo "sha=$(git log)" >> $GITHUB_OUTPUT`,
        ),
      },
    ],
    [
      "${{ steps.m.outputs.note }}",
      {
        steps: step(
          `id: m\nenv: { T: '${secret}' }\nrun: echo "note=fixed" >> $GITHUB_OUTPUT; ./x`,
        ),
      },
    ],
    ["$NOTE", { steps: step(`uses: actions/checkout@v6\nwith: { ssh-key: '${secret}' }`) }],
    [
      "${{ steps.m.outputs.app-slug }}",
      { steps: step("id: m\nuses: actions/create-github-app-token@v2") },
    ],
    [
      "${{ steps.m.outputs.ref }}",
      { steps: step(`id: m\nuses: actions/checkout@v4\nwith: { token: '${secret}' }`) },
    ],
    [
      "${{ needs.a.outputs.sha }}",
      { jobs: job("outputs: { sha: '${{ github.sha }}' }\nsteps: []") },
    ],
  ])("%s", (value, parts) => {
    const text = sending(value, parts);
    expect({ found: checks(text), unread: unreadOf(text) }).toEqual({ found: [], unread: [] });
  });
});

describe("a value that cannot be tracked is reported as unread", () => {
  const made = (run: string) => ({
    steps: step(`id: m\nenv: { T: '${secret}' }\nrun: ${run}`),
  });
  const output = "${{ steps.m.outputs.note }}";

  test.each([
    ["from a program", output, made('echo "note=$(./make.sh)" >> $GITHUB_OUTPUT')],
    ["from a Node program", output, made("node make.mjs")],
    [
      "from a program, through a variable",
      output,
      made('|\n  x=$(python3 make.py)\n  echo "note=$x" >> $GITHUB_OUTPUT'),
    ],
    ["from printenv", output, made('echo "note=$(printenv | base64)" >> $GITHUB_OUTPUT')],
    [
      "from a Python script",
      output,
      made(`|\n  open(p, "a").write(os.environ["T"])\nshell: python`),
    ],
    ["from a PowerShell script", output, made(`echo "note=$env:T" >> $env:GITHUB_OUTPUT`)],
    ["that a program writes to the environment", "$NOTE", made("./make.sh")],
    [
      "that an action exports",
      "$NOTE",
      { steps: step(`uses: a/vault@v1\nwith: { role-id: '${secret}' }`) },
    ],
    [
      "from a JavaScript step that reads its own token",
      "${{ steps.m.outputs.result }}",
      {
        steps: step(
          `id: m\nuses: actions/github-script@v8\nwith:\n  github-token: '${secret}'\n  script: return core.getInput('github-token')`,
        ),
      },
    ],
    [
      "from a script that receives a credential",
      "${{ steps.m.outputs.note }}",
      { steps: step(`id: m\nenv: { T: '${secret}' }\nrun: ./script "$T"`) },
    ],
    [
      "from a local action",
      "${{ steps.m.outputs.note }}",
      { steps: step(`id: m\nuses: ./action\nwith: { token: '${secret}' }`) },
    ],
    [
      "from an action that receives a credential as an ordinary input",
      "${{ steps.m.outputs.note }}",
      { steps: step(`id: m\nuses: a/b@v1\nwith: { text: '${secret}' }`) },
    ],
  ])("%s", (_, value, parts) => {
    const text = sending(value, parts);
    expect(checks(text)).toEqual([]);
    expect(unreadOf(text)).toEqual([
      expect.stringMatching(/plain.yml:\d+ passes a value to another run that could not be traced/),
    ]);
  });
});
