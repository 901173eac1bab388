import type { FrontMatter } from "./front-matter.ts";
import type { ReadFile } from "./import-shared.ts";
import type { Dispatching } from "./simulated-agent.ts";
import { WorkflowRefused, YamlReader } from "./yaml-reader.ts";

/** Type of the agent's outputs that start another workflow. */
export const dispatchType = "dispatch_workflow";

/** Steps that apply the agent's outputs of one type, and the permissions of their token. */
export interface OutputSteps {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly unknown[];
}

/**
 * Returns the workflows that an agent can start, from `safe-outputs.dispatch-workflow`; undefined if
 * there are none.
 * @throws WorkflowRefused if one of them does not exist
 */
export function readDispatching(
  path: string,
  { value }: FrontMatter,
  read: ReadFile,
): Dispatching | undefined {
  const config = new YamlReader(value, path).child("safe-outputs").child("dispatch-workflow");
  config.allow(["workflows", "max", "github-token", "forge-token"]);
  const workflows = config.list("workflows").map(String);
  const missing = workflows.find((name) => read(fileOf(path, name)) === undefined);
  if (missing !== undefined) {
    throw new WorkflowRefused(`dispatch-workflow: workflow '${missing}' not found.`);
  }
  return workflows.length === 0 ? undefined : { workflows, most: Number(config.text("max") ?? 1) };
}

/**
 * Returns the steps that start workflows. The real compiler would mint a token of the write App.
 * These steps use the token that follows the App.
 */
export function startWorkflows(
  parts: readonly FrontMatter[],
  { workflows, most }: Dispatching,
): OutputSteps {
  return {
    permissions: { actions: "write" },
    steps: [
      {
        name: "Start workflows",
        env: { TOKEN: findToken(parts), WORKFLOWS: workflows.join(" "), MOST: String(most) },
        run: `node <<'SCRIPT'\n${script}\nSCRIPT`,
      },
    ],
  };
}

function fileOf(path: string, name: string): string {
  return path.replace(/[^/]*$/, () => `${name}.md`);
}

/** Returns the expression of the token: of this output, otherwise of all outputs. */
function findToken(parts: readonly FrontMatter[]): string {
  const outputs = parts.map(({ value }) => new YamlReader(value, "a file").child("safe-outputs"));
  const settings = [...outputs.map((each) => each.child("dispatch-workflow")), ...outputs];
  const tokens = settings.map((each) => each.text("github-token") ?? each.text("forge-token"));
  return tokens.find((token) => token !== undefined) ?? "${{ github.token }}";
}

const script = String.raw`
const fs = require("node:fs");
const { TOKEN, WORKFLOWS, MOST, FORGE_AGENT_OUTPUT, FORGE_API_URL } = process.env;
const { FORGE_REPOSITORY, FORGE_REF_NAME } = process.env;
const { items } = JSON.parse(fs.readFileSync(FORGE_AGENT_OUTPUT, "utf8"));
const wanted = items.filter(({ type }) => type === "dispatch_workflow");
if (wanted.length > Number(MOST)) throw new Error("Too many workflows to start: " + wanted.length);
const isAllowed = ({ workflow_name: name }) => WORKFLOWS.split(" ").includes(name);
const other = wanted.find((item) => !isAllowed(item));
if (other) throw new Error("Not an allowed workflow: " + other.workflow_name);

const start = async ({ workflow_name: name, inputs }) => {
  const path = "/repos/" + FORGE_REPOSITORY + "/actions/workflows/" + name + ".md/dispatches";
  const answer = await fetch(FORGE_API_URL + path, {
    method: "POST",
    headers: { authorization: "Bearer " + TOKEN, "user-agent": "embedded-forge" },
    body: JSON.stringify({ ref: FORGE_REF_NAME, inputs }),
  });
  if (!answer.ok) throw new Error(name + ": the API responded with " + answer.status + ".");
  console.log("Started " + name + " with " + JSON.stringify(inputs));
};
wanted.reduce((done, item) => done.then(() => start(item)), Promise.resolve());`;
