import { describe, expect, test } from "vitest";
import { check, checkPlain, good, locations } from "./check-bench.ts";
import { secret, folder, sending, step, checks } from "./track-bench.ts";

describe("a credential that is passed to a called workflow is found", () => {
  const calling = (line: string) =>
    `on: push\njobs:\n  a:\n    uses: o/r/.github/workflows/b.yml@v1\n    ${line}\n`;

  test.each(["secrets: inherit", `secrets: { note: '${secret}' }`, `with: { a: '\${{ env.T }}' }`])(
    "with %s",
    (line) => {
      expect(checkPlain(`env: { T: '${secret}' }\n${calling(line)}`)).toEqual([
        "6 dispatch-credential",
      ]);
    },
  );

  test("and an ordinary value is not a finding", () => {
    expect(checkPlain(calling("secrets: {}"))).toEqual([]);
    expect(checkPlain(calling("with: { a: '${{ github.sha }}' }"))).toEqual([]);
  });
});

describe("a JavaScript step", () => {
  const script = (fields: string, code: string) =>
    `on: push\njobs:\n  a:\n    steps:\n      - uses: actions/github-script@v7\n        ${fields}\n          script: |\n            ${code}\n`;
  const start = "github.rest.actions.createWorkflowDispatch({ inputs: { a: ";

  test.each([
    [`with:\n          token: '${secret}'`, `${start}core.getInput('token') } })`],
    [`with:\n          github-token: '${secret}'`, `${start}core.getInput(name) } })`],
    [`with:\n          github-token: '${secret}'`, `${start}process.env.INPUT_GITHUB_TOKEN } })`],
    [`env: { GH_TOKEN: '${secret}' }\n        with:`, `${start}process.env.GH_TOKEN } })`],
  ])("is reported if it passes its own token to another run: %s %s", (fields, code) => {
    expect(checks(script(fields, code))).toEqual(["dispatch-credential"]);
  });

  test("is reported if it authenticates with an input", () => {
    const text = script(
      "with:\n          who: '${{ inputs.who }}'",
      "getOctokit(core.getInput('who'))",
    );
    expect(checks(text)).toEqual(["dispatch-credential"]);
  });
});

describe("an input that is used to authenticate is found", () => {
  test.each([
    'curl -u "me:${{ inputs.x }}" https://example.com',
    "curl --user ${{ inputs.x }} https://example.com",
    "echo ${{ inputs.x }} | gh auth login --with-token",
    "gh auth login --with-token <<< ${{ inputs.x }}",
  ])("in %s", (line) => {
    expect(
      checks(`on: push\njobs:\n  a:\n    steps:\n      - run: |\n          ${line}\n`),
    ).toEqual(["dispatch-credential"]);
    const byVariable = line.replace("${{ inputs.x }}", "$X");
    const text = `on: push\njobs:\n  a:\n    env: { X: '\${{ inputs.x }}' }\n    steps:\n      - run: |\n          ${byVariable}\n`;
    expect(checks(text)).toEqual(["dispatch-credential"]);
  });

  test.each(["sort -u ${{ inputs.x }}", "curl https://example.com/${{ inputs.x }}"])(
    "but not in %s",
    (line) => {
      expect(checks(`on: push\njobs:\n  a:\n    steps:\n      - run: ${line}\n`)).toEqual([]);
    },
  );
});

describe("a token for inference is found", () => {
  test.each([
    good.replace("      env:\n", "      env:\n        AGENT_FORGE_TOKEN: x\n"),
    good.replace("engine:", "env: { AGENT_FORGE_TOKEN: x }\nengine:"),
    good.replace("      env:\n", "      env:\n        ANY: ${{ secrets.AGENT_FORGE_TOKEN }}\n"),
  ])("in example %#", (text) => {
    expect(text).not.toBe(good);
    expect(check(text).findings.map((each) => each.check)).toContain("inference-fallback");
  });
});

describe("a compiled workflow", () => {
  const evil = `on: push\njobs:\n  a:\n    uses: ./.forge/workflows/b.yml\n    secrets: inherit\n`;
  const found = (others: Record<string, string>) => locations(check(good, others));

  test("without its source is checked like any other workflow", () => {
    for (const name of ["evil.lock.yml", "EVIL.Lock.yaml"]) {
      expect(found({ [`${folder}/${name}`]: evil })).toEqual([`${name}:5:14 dispatch-credential`]);
    }
  });

  test("whose Markdown file has no trigger is checked as a workflow without a source", () => {
    const others = { [`${folder}/evil.lock.yml`]: evil, [`${folder}/evil.md`]: "Words.\n" };
    expect(found(others)).toEqual(["evil.lock.yml:5:14 dispatch-credential"]);
  });

  test("with its source is checked for credentials that it passes on, because the forge runs it", () => {
    expect(found({ [`${folder}/worker.lock.yml`]: evil })).toEqual([
      "worker.lock.yml:5:14 dispatch-credential",
    ]);
  });

  test("with its source can contain an action that mints an App token", () => {
    const compiled = sending("${{ github.sha }}", {
      steps: step(`uses: actions/create-github-app-token@v2\nwith: { private-key: '${secret}' }`),
    });
    expect(found({ [`${folder}/worker.lock.yml`]: compiled })).toEqual([]);
  });
});
