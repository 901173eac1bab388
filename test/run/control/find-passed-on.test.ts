import { describe, expect, test } from "vitest";
import { fleetFilePath } from "../../../src/plane/fleet/fleet-file.ts";
import { proofPath, renderProofWorkflow } from "../../../src/plane/proof/proof-workflow.ts";
import { brands } from "../../../src/forge/brand.ts";
import { renderFleet } from "../../plane/fleet/fleet-bench.ts";
import { checkPlain } from "./check-bench.ts";
import { render } from "./shared-control-bench.ts";

/** Returns a workflow of one step, whose first line is line 5. */
function steps(step: string, head = ""): string {
  const lines = step.split("\n").map((line, at) => `      ${at === 0 ? "- " : "  "}${line}`);
  return `on: push\njobs:\n  a:\n    steps:\n${lines.join("\n")}\n${head}`;
}

const secret = "${{ secrets.X }}";
const env = `env: { T: '${secret}' }`;

describe("a credential that a step passes to another run is found", () => {
  test.each([
    [`run: gh workflow run w.yml -f note="$T"\n${env}`],
    [`run: gh workflow run w.yml -f note="\${T}"\n${env}`],
    [`run: gh workflow run w.yml --field=note=${secret}`],
    [`run: gh workflow run w.yml --raw-field note=${secret}`],
    [`run: gh workflow run w.yml -fnote=${secret}`],
    [`run: gh workflow run w.yml -f "note=x-${secret}"`],
    [`run: gh -R a/b workflow run w.yml -f note=\${{ secrets['X'] }}`],
    ["run: gh workflow run w.yml -f note='${{ toJSON(secrets) }}'"],
    ["run: gh workflow run w.yml -f note='${{ toJSON(github) }}'"],
    ["run: gh workflow run w.yml -f note=${{ github.token }}"],
    ["run: gh workflow run w.yml -f note=${{ secrets[format('{0}', matrix.x)] }}"],
    [`run: gh workflow run w.yml -f note=\${{ format('{0}}', secrets.X) }}`],
    [`run: |\n  echo '{"note":"${secret}"}' | gh workflow run w.yml --json`],
    [`run: |\n  echo "{\\"note\\":\\"$T\\"}" | gh workflow \\\n    run w.yml --json\n${env}`],
    [`run: |\n  "$CLI" workflow run w.yml -f note=${secret}`],
    [`run: |\n  curl -d '{"inputs":{"note":"${secret}"}}' "$API/workflows/w.yml/dispatches"`],
    [`run: gh api repos/a/b/dispatches -F 'client_payload[token]=${secret}'`],
    [`run: gh workflow run w.yml -f note="$GH_TOKEN"\nenv: { GH_TOKEN: '${secret}' }`],
    [`run: gh workflow run w.yml -f note=x\n${env}`],
    [`run: echo "$T" | gh workflow run w.yml -F note=@-\n${env}`],
    [`run: gh workflow run w.yml -F note=@- <<< "$GH_TOKEN"\nenv: { GH_TOKEN: '${secret}' }`],
    [`run: |\n  gh workflow run w.yml -f "note= -H Authorization: Bearer $T"\n${env}`],
    [`run: |\n  gh workflow run w.yml -f "note= --token $T"\n${env}`],
    ["run: gh workflow run w.yml -f note='${{ toJSON(steps.m.outputs) }}'"],
    ["run: gh workflow run w.yml -f note='${{ join(github.*) }}'"],
    ["run: gh workflow run w.yml -f note='${{ github[format(matrix.x)] }}'"],
    [`run: gh workflow run w.yml -f GH_TOKEN="$T"\n${env}`],
    [`run: gh workflow run w.yml -f note="$(gh auth token)"`],
    [`uses: a/workflow-dispatch@v1\nwith: { inputs: '{"note":"${secret}"}' }`],
    [`uses: a/workflow-dispatch@v1\nwith: { inputs: '{"t":"\${{ github.token }}"}' }`],
    ["uses: a/start@v1\nwith: { inputs: { t: '${{ steps.m.outputs.token }}' } }"],
    [`uses: a/repository-dispatch@v3\nwith: { client-payload: '{"token":"${secret}"}' }`],
    [`uses: a/repository-dispatch@v3\nwith: { token: x, event-type: '${secret}' }`],
    [
      `uses: actions/github-script@v7\nwith: { script: 'github.rest.actions.createWorkflowDispatch(process.env)' }\n${env}`,
    ],
    [
      `uses: actions/github-script@v7\nwith: { script: 'github.rest.actions.createWorkflowDispatch({ inputs: { a: "${secret}" } })' }`,
    ],
  ])("%s", (step) => {
    const found = checkPlain(steps(step));
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((each) => each.split(" ")[1]))).toEqual(
      new Set(["dispatch-credential"]),
    );
  });

  test.each([
    ["the workflow's environment", "env:\n  T: ${{ secrets.X }}\n"],
    ["the workflow's variable GH_TOKEN", "env:\n  GH_TOKEN: ${{ secrets.X }}\n"],
  ])("if it comes from %s", (_, head) => {
    const name = head.includes("GH_TOKEN") ? "GH_TOKEN" : "T";
    const text = steps(`run: gh workflow run w.yml -f note="$${name}"`, head);
    expect(checkPlain(text)).toEqual(["7 dispatch-credential"]);
  });

  test("if it comes from an alias or a merge", () => {
    const anchors = `x: &i { note: '${secret}' }\ny: &t { target_token: { type: string } }\n`;
    const uses = "uses: a/workflow-dispatch@v1\nwith: { inputs: *i }";
    expect(checkPlain(anchors + steps(uses))).toEqual(["8 dispatch-credential"]);
    const on = "on:\n  workflow_dispatch: { inputs: { <<: *t } }\n";
    expect(checkPlain(anchors + on)).toEqual(["4 dispatch-credential"]);
    const input = "on:\n  workflow_dispatch: *d\n";
    const named = "x: &d { inputs: &i { target_token: { type: string } } }\n";
    expect(checkPlain(named + input)).toEqual(["3 dispatch-credential"]);
    expect(checkPlain(`${named}on: { workflow_call: { inputs: *i } }\n`)).toEqual([
      "2 dispatch-credential",
    ]);
    const byName = "x: &n target_token\non:\n  workflow_dispatch:\n    inputs:\n      *n : {}\n";
    expect(checkPlain(byName)).toEqual(["5 dispatch-credential"]);
  });

  test("if a job passes it to a called workflow", () => {
    const job = `on: push\njobs:\n  a:\n    uses: ./.forge/workflows/b.yml\n    with: { note: '${secret}' }\n`;
    expect(checkPlain(job)).toEqual(["5 dispatch-credential"]);
    expect(checkPlain(job.replace("with:", "secrets:"))).toEqual(["5 dispatch-credential"]);
  });

  test("if a file passes it to an imported file", () => {
    const part = `---\nimports:\n  - uses: other.md\n    with: { note: '${secret}' }\n---\n`;
    expect(checkPlain(part, "shared/part.md")).toEqual(["4 dispatch-credential"]);
  });
});

describe("an ordinary workflow has no findings", () => {
  const token = "${{ github.token }}";

  test.each([
    [`uses: actions/checkout@v4\nwith: { token: '${secret}', repository: a/b }`],
    [
      `uses: actions/setup-node@v4\nwith: { registry-url: x }\nenv: { NODE_AUTH_TOKEN: '${secret}' }`,
    ],
    [`run: gh workflow run w.yml -f note=x\nenv: { GH_TOKEN: '${token}' }`],
    [
      `run: gh workflow run w.yml -f note="$NOTE"\nenv: { GITHUB_TOKEN: '${token}', NOTE: '\${{ github.sha }}' }`,
    ],
    ["run: gh workflow run w.yml -f has=${{ secrets.X != '' }}"],
    ["run: gh workflow run w.yml -f how=${{ secrets.X && 'app' || 'none' }}"],
    [`run: |\n  echo "$T" | gh auth login --with-token\n  gh workflow run w.yml\n${env}`],
    [`run: |\n  gh auth login --with-token <<< "$T"; gh workflow run w.yml\n${env}`],
    [`run: |\n  curl -H "Authorization: Bearer $(gh auth token)" "$API/dispatches"`],
    [`run: |\n  GH_TOKEN="$T" gh workflow run w.yml\n${env}`],
    ["run: gh workflow run w.yml -f event='${{ toJSON(github.event.action) }}'"],
    [`run: |\n  [ -n "$GH_TOKEN" ] && gh workflow run w.yml\nenv: { GH_TOKEN: '${token}' }`],
    [
      `run: |\n  curl -H "Authorization: Bearer $T" -d '{"ref":"main"}' "$API/w.yml/dispatches"\n${env}`,
    ],
    [`run: |\n  curl -H "Authorization: token ${secret}" -d '{}' "$API/dispatches"`],
    [`run: |\n  curl -u "me:$T" -d '{}' "$API/dispatches"\n${env}`],
    [
      `uses: peter-evans/repository-dispatch@v3\nwith: { token: '${secret}', client-payload: '{"ref":"\${{ github.ref }}"}' }`,
    ],
    [
      `uses: benc-uk/workflow-dispatch@v1\nwith: { token: '${secret}', inputs: '{"sha":"\${{ github.sha }}"}' }`,
    ],
    [
      `uses: actions/github-script@v7\nwith: { github-token: '${secret}', script: 'github.rest.actions.createWorkflowDispatch({})' }`,
    ],
    [`run: echo "See this workflow run"\nenv: { HOOK: '${secret}' }`],
    [`run: npm publish\nenv: { NODE_AUTH_TOKEN: '${secret}' }`],
    [`uses: docker/login-action@v3\nwith: { username: me, password: '${secret}' }`],
  ])("%s", (step) => expect(checkPlain(steps(step))).toEqual([]));

  test.each(["app", "pat", "workflow-token"] as const)(
    "and a copy of the control file of the profile %s only has findings for its Apps",
    (profile) => {
      const found = checkPlain(render(profile), "shared/copy.md");
      expect(found.filter((each) => !each.endsWith("own-app"))).toEqual([]);
    },
  );

  test("and gatehouse's own fleet and proof workflows do not pass a credential", () => {
    const { forge } = brands;
    const nameOf = (path: string) => path.split("/").at(-1) ?? "";
    const found = checkPlain(renderFleet(), nameOf(fleetFilePath(forge)));
    expect(found.filter((each) => !each.endsWith("own-app"))).toEqual([]);
    expect(checkPlain(renderProofWorkflow(forge), nameOf(proofPath(forge)))).toEqual([]);
  });
});
