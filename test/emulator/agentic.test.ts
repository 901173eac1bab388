import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compileAgentic } from "../../emulator/runner/compile-agentic.ts";
import { openForge } from "./open-forge.ts";

const path = ".forge/workflows/worker.md";

const main = `---
name: Worker
on: workflow_dispatch
permissions: { contents: read }
imports:
  - uses: shared/part.md
    with: { role: worker }
engine:
  id: custom
  steps:
    - run: echo agent
---
Do it.
`;

const part = `---
import-schema:
  role: { type: choice, options: [orchestrator, worker], required: true }
  cap: { type: number, default: 3 }
env: { CAP: "\${{ forge.import-inputs.cap }}" }
jobs:
  admission:
    pre-steps:
      - run: echo \${{ github.aw.import-inputs.role }}
safe-outputs:
  forge-app: { client-id: a, private-key: b, ignore-if-missing: true }
  jobs:
    post-it:
      description: Post it
      inputs: { text: { type: string } }
      permissions: { issues: write }
      steps:
        - run: echo posted
---
`;

function compile(files: Readonly<Record<string, string>>) {
  return compileAgentic(path, (wanted) => ({ [path]: main, ...files })[wanted]);
}

const shared = ".forge/workflows/shared/part.md";

describe("an agentic workflow", () => {
  test("becomes jobs: admission, activation, the agent, and one for each output", () => {
    const workflow = parse(compile({ [shared]: part }));
    expect(Object.keys(workflow.jobs)).toEqual(["admission", "activation", "agent", "post_it"]);
    expect(workflow.jobs.admission.steps[0]).toEqual({ run: "echo worker" });
    expect(workflow.env).toEqual({ CAP: "3" });
    expect(workflow.jobs.post_it).toMatchObject({
      needs: "agent",
      if: "contains(needs.agent.outputs.output_types, '[post_it]')",
      permissions: { issues: "write" },
    });
  });

  test.each(["  ---", "---\t", "---\u00a0"])(
    "is read if its front matter is fenced with %j",
    (fence) => {
      const text = main.replace(/^---$/gm, fence);
      const workflow = parse(compile({ [path]: text, [shared]: part }));
      expect(Object.keys(workflow.jobs)).toContain("agent");
    },
  );

  test("passes its environment to every job", () => {
    const text = main.replace("engine:", "environment: control-plane\nengine:");
    const { jobs } = parse(compile({ [path]: text, [shared]: part }));
    const environments = Object.values(jobs).map(
      (job) => (job as { environment: string }).environment,
    );
    expect(new Set(environments)).toEqual(new Set(["control-plane"]));
  });

  test.each([
    [
      "an unknown field",
      { [path]: main.replace("engine:", "network: none\nengine:") },
      'The embedded forge does not support "network" (in .forge/workflows/worker.md).',
    ],
    [
      "an unsupported engine",
      { [path]: main.replace("id: custom", "id: claude") },
      "The embedded forge supports only the engines custom, with steps, and copilot, agent-cli.",
    ],
    [
      "a built-in output of the compiler",
      { [shared]: part.replace("  jobs:\n    post", "  create-issue: {}\n  jobs:\n    post") },
      'The embedded forge does not support "create-issue" (in a file › safe-outputs).',
    ],
    [
      "an additional job in a shared part",
      { [shared]: part.replace("  admission:", "  extra:") },
      'The embedded forge does not support "extra" (in a file › jobs).',
    ],
    [
      "steps after those of a job",
      { [shared]: part.replace("pre-steps:", "steps:") },
      'The embedded forge does not support "steps" (in a file › jobs › admission).',
    ],
    [
      "an unknown tool",
      { [path]: main.replace("engine:", "tools: { bash: true }\nengine:") },
      'The embedded forge does not support "bash" (in a file › tools).',
    ],
    [
      "a missing shared part",
      { [shared]: undefined },
      ".forge/workflows/worker.md imports a file that was not found: .forge/workflows/shared/part.md",
    ],
    [
      "an input that the part does not define",
      { [path]: main.replace("role: worker", "role: worker, x: 1") },
      '.forge/workflows/shared/part.md does not define the input "x".',
    ],
    [
      "a required input that is missing",
      { [path]: main.replace("role: worker", "cap: 1") },
      '.forge/workflows/shared/part.md requires the input "role".',
    ],
    [
      "an invalid input value",
      { [path]: main.replace("role: worker", "role: boss") },
      'boss" is not a valid role: choose orchestrator, worker',
    ],
    ["no front matter", { [path]: "Do it." }, "has no front matter"],
  ])("with %s is refused with a message", (_, files, words) => {
    const given = { [shared]: part, ...files } as Record<string, string>;
    expect(() => compile(given)).toThrow(words);
  });

  test("is listed if it has a trigger; a shared part is not", async () => {
    const forge = await openForge();
    const put = (file: string, text: string) =>
      forge.rest("PUT", `/repos/acme/control/contents/${file}`, {
        body: { message: "Add it", content: Buffer.from(text).toString("base64") },
      });
    await put(path, main);
    await put(shared, part);
    await put(".forge/workflows/notes.md", "# on: nothing\n");
    const { json } = await forge.rest("GET", "/repos/acme/control/actions/workflows");
    expect(json.workflows).toMatchObject([{ path, name: "Worker" }]);
  });

  test("that cannot be compiled is rejected when it is dispatched", async () => {
    const forge = await openForge();
    const content = Buffer.from(main).toString("base64");
    const body = { message: "Add it", content };
    await forge.rest("PUT", `/repos/acme/control/contents/${path}`, { body });
    const dispatched = await forge.rest(
      "POST",
      "/repos/acme/control/actions/workflows/worker.md/dispatches",
      { body: { ref: "main" } },
    );
    expect(dispatched.status).toBe(422);
    expect(dispatched.text).toContain(
      ".forge/workflows/worker.md imports a file that was not found: .forge/workflows/shared/part.md",
    );
  });
});
