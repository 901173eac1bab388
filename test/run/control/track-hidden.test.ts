import { describe, expect, test } from "vitest";
import { findPassedOn } from "../../../src/run/control/find-passed-on.ts";
import { readWorkflowDocument } from "../../../src/run/control/workflow-document.ts";
import { job, secret, sending, step } from "./track-bench.ts";

/** Returns what the values contain that a workflow passes to another run. */
function passed(text: string): string[] {
  const { tree, faults } = readWorkflowDocument("a.yml", text)!;
  expect(faults).toEqual([]);
  return [...new Set(findPassedOn(tree, new Map()).map(({ holding }) => holding))];
}

const all = "${{ toJSON(steps) }}";
const output = "${{ steps.m.outputs.note }}";
const made = (run: string) => step(`id: m\nenv: { T: '${secret}' }\nrun: ${run}`);
const writes = step(`env: { T: '${secret}' }\nrun: echo "NOTE=$T" >> "$GITHUB_ENV"`);
const action = step(`uses: a/vault@v1\nwith: { role-id: '${secret}' }`);

/** Returns a workflow whose last step is a script. */
function running(script: string, steps = writes): string {
  const lines = script.replaceAll(/^/gm, "          ");
  return `on: push\njobs:\n  send:\n    steps:\n${steps}      - run: |\n${lines}\n`;
}

describe("tracking of circular references ends", () => {
  test.each([all, "${{ join(steps.*) }}", "${{ steps[format('{0}', matrix.x)].outputs.note }}"])(
    "if the dispatch reads all steps with %s",
    (value) => {
      expect(passed(sending(value))).toEqual([]);
      expect(passed(sending(value, { steps: made("echo note=$T >> $GITHUB_OUTPUT") }))).toEqual([
        "unknown",
      ]);
    },
  );

  test("if a step reads its own output", () => {
    const steps = made(`echo "note=${output}" >> $GITHUB_OUTPUT`);
    expect(passed(sending(output, { steps }))).toEqual([]);
  });

  test("if two steps read each other, and a credential in them is found", () => {
    const other = (run: string) => step(`id: o\nrun: echo "x=${output}${run}" >> $GITHUB_OUTPUT`);
    const own = step('id: m\nrun: echo "note=${{ steps.o.outputs.x }}" >> $GITHUB_OUTPUT');
    expect(passed(sending(output, { steps: other("") + own }))).toEqual([]);
    expect(passed(sending(output, { steps: other(secret) + own }))).toEqual(["credential"]);
    expect(passed(sending("${{ steps.o.outputs.x }}", { steps: own + other(secret) }))).toEqual([
      "credential",
    ]);
  });

  test.each([
    ["programs", "run: node make.mjs", output, []],
    ["steps that read all outputs", `run: echo "x=${all}" >> $GITHUB_OUTPUT`, all, []],
    ["steps that read the variable they write", 'run: echo "A=$A" >> $GITHUB_ENV', "$A", []],
    ["programs with a credential", `env: { T: '${secret}' }\nrun: node a.mjs`, "$A", ["unknown"]],
  ])(
    "quickly for a hundred steps: %s",
    (_, each, value, holding) => {
      const steps = step(each).repeat(100);
      expect(passed(sending(value, { steps }))).toEqual(holding);
    },
    20_000,
  );

  test("quickly for twenty jobs that read all of their needs", () => {
    const jobs = Array.from({ length: 20 }, (_, at) => {
      const needs = Array.from({ length: at }, (__, before) => `j${before}`).join(", ");
      return `  j${at}:\n    needs: [${needs}]\n    outputs: { x: '\${{ toJSON(needs) }}' }\n`;
    });
    const value = "${{ needs.j19.outputs.x }}";
    expect(passed(sending(value, { jobs: jobs.join("") }))).toEqual([]);
  }, 20_000);
});

describe("a variable of an earlier step", () => {
  const start = 'gh workflow run w.yml -f note="$NOTE"';
  test.each([
    `NOTE="\${NOTE:-none}"\n${start}`,
    `[ -n "$NOTE" ] || NOTE=none\n${start}`,
    `[ -n "$NOTE" ] ||\n  NOTE=none\n${start}`,
    `${start}\nNOTE=none`,
    `if [ "$1" ]; then\n  NOTE=none\nfi\n${start}`,
    `if [ "$1" ]; then NOTE=none; else ${start}; fi`,
    `case $1 in\n  a) NOTE=none ;;\n  *) ${start} ;;\nesac`,
    `NOTE=none ${start}`,
    `(NOTE=none)\n${start}`,
    `x=$(NOTE=none)\n${start}`,
    `NOTE=none | cat\n${start}`,
    `cat <<END\nNOTE=none\nEND\n${start}`,
    `echo "\nNOTE=none\n"\n${start}`,
    `# NOTE=none\n${start}`,
    `f() {\n  NOTE=none\n}\n${start}`,
    `read -r NOTE <<< "$NOTE"\n${start}`,
    `for NOTE in $NOTE; do ${start}; done`,
    `for x in a; do\n  NOTE=none\ndone\n${start}`,
    `read -p NOTE x\n${start}`,
    `function f {\n  NOTE=1\n}\n${start}`,
  ])("is passed by %j", (script) => {
    expect(passed(running(script))).toEqual(["credential"]);
  });

  test.each([
    `NOTE=none\n${start}`,
    `NOTE=none; ${start}`,
    `export NOTE="a b"\n# it's set\nif [ "$1" ]; then ${start}; fi`,
    `NOTE=$(git log -1 --format="%s (%h)" | head -1) || exit 1\n${start}`,
    `for x in a b; do\n  NOTE=$(basename "$x")\n  if [ "$NOTE" ]; then\n    ${start}\n  fi\ndone`,
    `case $1 in\n  a) x=1 ;;\n  b)\n    NOTE=none\n    ${start}\n    ;;\nesac`,
    `for NOTE in a b; do ${start}; done`,
    `ls | while IFS= read -r NOTE; do\n  ${start}\ndone`,
    `cat <<END > x\nIt's $(date)\nEND\nNOTE=none\n${start}`,
  ])("is not passed by %j", (script) => {
    expect(passed(running(script))).toEqual([]);
  });
});

describe("a hidden value is followed", () => {
  test("through a job output that reads a variable written by the job's steps", () => {
    const jobs = job(`outputs: { note: '\${{ env.NOTE }}' }\nsteps:\n${writes.slice(0, -1)}`);
    expect(passed(sending("${{ needs.a.outputs.note }}", { jobs }))).toEqual(["credential"]);
  });

  test("through a step that runs earlier but is lower in the file", () => {
    const before = `    pre-steps:\n${writes}`;
    expect(passed(`${sending("$NOTE")}${before}`)).toEqual(["credential"]);
    const after = before.replace("pre-steps", "post-steps");
    expect(passed(`${sending("$NOTE")}${after}`)).toEqual([]);
  });

  test("through a JavaScript step that exports a variable", () => {
    const uses = (code: string) =>
      step(`uses: actions/github-script@v8\nenv: { T: '${secret}' }\nwith:\n  script: ${code}`);
    const steps = uses('core.exportVariable("NOTE", process.env.T)');
    expect(passed(sending("$NOTE", { steps }))).toEqual(["unknown"]);
  });

  test("through a script that writes a formatted variable name", () => {
    const steps = made(`printf '%s=%s\\n' NOTE "$T" >> "$GITHUB_ENV"`);
    expect(passed(sending("$NOTE", { steps }))).toEqual(["unknown"]);
    const shown = made('echo "OTHER=$T" >> "$GITHUB_ENV"');
    expect(passed(sending("$NOTE", { steps: shown }))).toEqual([]);
  });

  test.each([
    'n=T; echo "note=${!n}" >> $GITHUB_OUTPUT',
    'echo "note=$(jq -n env.T)" >> $GITHUB_OUTPUT',
    'echo "note=$(awk \'BEGIN { print ENVIRON["T"] }\')" >> $GITHUB_OUTPUT',
    'echo "note=$(envsubst < a.tpl)" >> $GITHUB_OUTPUT',
    'echo "note=$(declare -p T)" >> $GITHUB_OUTPUT',
    'echo "note=$(uv run make.py)" >> $GITHUB_OUTPUT',
    "tsx make.ts",
    "if true; then A=1 tsx make.ts 2>&1; fi",
  ])("through a program that reads the environment: %s", (run) => {
    const steps = made(`|\n  ${run}`);
    expect(passed(sending(output, { steps }))).toEqual(["unknown"]);
  });

  test.each([
    'case "$1" in\n    a | b) x=1 ;;\n    *) x=2 ;;\n  esac\n  echo "note=$x" >> "$GITHUB_OUTPUT" 2>&1',
    'files=(a.txt "b c")\n  [[ -n "$x" && -f a ]] && echo "note=$(( 1 + 2 ))" >> $GITHUB_OUTPUT',
    'cat <<END > a\n  Any words\n  END\n  echo "note=$(sort < <(cut -f1 a) | head -1)" >> $GITHUB_OUTPUT',
    'say() {\n    echo "note=$1"\n  }\n  say "any; words" >> $GITHUB_OUTPUT',
    '# words; and others\n  git log \\\n    --format=%s > a && echo "note=`wc -l < a`" >> $GITHUB_OUTPUT',
  ])("but not through steps that do not use it: %j", (run) => {
    const steps = made(`|\n  ${run}`);
    expect(passed(sending(output, { steps }))).toEqual([]);
  });

  test("through an action's export and a later program", () => {
    const steps = action + step("id: m\nrun: python x.py >> $GITHUB_OUTPUT");
    expect(passed(sending(output, { steps }))).toEqual(["unknown"]);
  });

  test("but not through a variable of the runner, whatever ran before", () => {
    expect(passed(sending("$GITHUB_SHA", { steps: action + made("npm publish") }))).toEqual([]);
  });
});
